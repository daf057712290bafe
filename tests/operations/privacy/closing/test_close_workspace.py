"""Closing: keys are refused at once, nothing is worked on, and an owner may open it again."""

import pytest
from django.core.management import CommandError, call_command

from memories.models import History
from operations.jobs.sweep import workspaces
from operations.privacy.close_workspace import NotClosed, NotOpen, reopen_workspace
from operations.privacy.erase_person import NotConfirmed, NotYours
from operations.privacy.erase_workspace import erase_closed
from tests.interfaces.rest.conftest import by_key
from workspaces import scope
from workspaces.actions.authenticate_key import InvalidKey, authenticate_key
from workspaces.models import Membership, Person, Workspace
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db


def people(of):
    with scope.enter(of.workspace_id):
        return Person.objects.count()


def test_every_key_is_refused_at_once_and_those_of_others_work_on(home, elsewhere, close, now):
    close()
    for key in home.api_keys.values():
        with pytest.raises(InvalidKey):
            authenticate_key(key, now=now)
    assert by_key(home, "planner").get("/memories").status_code == 401
    assert by_key(elsewhere, "planner").get("/memories").status_code == 200


def test_no_job_works_on_it_but_erasing_and_sealing(home, elsewhere, close):
    close()
    assert workspaces(None) == [elsewhere.workspace_id]
    assert set(workspaces(None, closed=True)) == {home.workspace_id, elsewhere.workspace_id}


def test_opened_again_its_keys_work_as_before(home, close, owner_of_home, now):
    close()
    reopen_workspace(actor=owner_of_home, now=now)
    assert authenticate_key(home.api_keys["planner"], now=now).workspace_id == home.workspace_id
    assert workspaces(None) == [home.workspace_id]


def test_within_its_days_nothing_is_erased(home, close, now):
    close()
    assert erase_closed(now=now) == 0
    assert people(home) == 1


def test_nor_right_after_closing_while_requests_may_still_run(home, close, now):
    close(days=0)
    assert erase_closed(now=now) == 0
    assert people(home) == 1


def test_when_its_time_is_over_it_cannot_be_opened(close, over, owner_of_home, now):
    over()
    with pytest.raises(NotClosed):
        reopen_workspace(actor=owner_of_home, now=now)


def test_twice_is_refused_and_keeps_the_first_date(home, close):
    erase_at = close().erase_at
    with pytest.raises(NotOpen):
        close(days=90)
    assert Workspace.objects.get(id=home.workspace_id).erase_at == erase_at


@pytest.mark.parametrize("typed", ["", "home", "Elsewhere", "yes"])
def test_another_word_than_the_name_closes_nothing(home, close, typed):
    with pytest.raises(NotConfirmed):
        close(typed)
    assert Workspace.objects.open().filter(id=home.workspace_id).exists()


@pytest.mark.parametrize("role", [role for role in Role if role != Role.OWNER])
def test_only_owners_close_and_open(home, close, role, now):
    membership = Membership.objects.get(workspace_id=home.workspace_id)
    membership.role = role
    for actor in (membership.as_staff(), membership.as_person()):
        with pytest.raises(NotYours):
            close(actor=actor)
        with pytest.raises(NotYours):
            reopen_workspace(actor=actor, now=now)


def test_the_history_says_who_closed_it_and_when_it_is_erased(home, close, owner_of_home, in_home):
    closed = close()
    with in_home():
        row = History.objects.get(meta__what="workspace")
    assert (row.actor_id, row.meta["erase_at"]) == (owner_of_home.id, closed.erase_at.isoformat())


def test_the_command_asks_for_the_name_closes_and_opens(home, now, capsys):
    workspace = str(home.workspace_id)
    with pytest.raises(CommandError, match="Say --name"):
        call_command("close_workspace", workspace)
    with pytest.raises(CommandError, match="not the workspace's name"):
        call_command("close_workspace", workspace, name="Elsewhere")
    call_command("close_workspace", workspace, name="Home", days=7)
    assert "Home is closed." in capsys.readouterr().out
    with pytest.raises(InvalidKey):
        authenticate_key(home.api_keys["planner"], now=now)
    call_command("close_workspace", workspace, reopen=True)
    assert authenticate_key(home.api_keys["planner"], now=now)
