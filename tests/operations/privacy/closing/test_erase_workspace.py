"""After its time nothing says anything of a closed workspace, and every other one is as it was."""

import json

import pytest
from django.apps import apps
from django.core.management import call_command
from django.utils import timezone

from memories.models import History
from memories.sealing.verification import verify_history
from operations.jobs.maintenance import erase_workspaces
from operations.models import Tombstone
from operations.privacy import erase_workspace as erasing
from operations.privacy.erase_workspace import KEPT, erase_closed
from operations.privacy.erasure_log import log_file, read_erasures
from operations.privacy.erasure_receipt import receipt_of_workspace
from operations.privacy.repeat_erasure import repeat_erasure
from tests.operations.privacy.erasure.test_every_table import HERS, HIS, saying
from workspaces import scope
from workspaces.models import Account, Membership, Organization, TenantModel, Workspace

pytestmark = pytest.mark.django_db(transaction=True)
TENANTS = [model for model in apps.get_models() if issubclass(model, TenantModel)]


def rows(of):
    with scope.enter(of.workspace_id):
        counts = {model._meta.label: model._base_manager.count() for model in TENANTS}
    return {label: count for label, count in counts.items() if count}


def test_nothing_is_left_but_the_sealed_history(told, home, over, now, as_superuser, folders):
    assert len(saying(as_superuser, HERS)) >= 15
    over()

    assert erase_workspaces(None) == 1

    assert saying(as_superuser, HERS) == {}
    assert [path for path in folders.rglob("*") if path.is_file() and HERS in path.read_text()] == []
    assert set(rows(home)) == KEPT


def test_another_workspace_is_as_it_was(told, elsewhere, over, now, as_superuser):
    his, counts = saying(as_superuser, HIS), rows(elsewhere)
    over()

    erase_closed(now=now)

    assert (saying(as_superuser, HIS), rows(elsewhere)) == (his, counts)
    assert Account.objects.filter(username="stranger").exists()


def test_the_history_holds_and_each_person_has_a_tombstone(told, home, over, now):
    over()
    erase_closed(now=now)

    report = verify_history(workspace_id=home.workspace_id, now=timezone.now())
    assert (report.holds, report.pending) == (True, 0), report.first_break
    with scope.enter(home.workspace_id):
        assert Tombstone.objects.get().person_id == home.user_id


def test_the_receipt_counts_what_went_and_proves_it(told, over, now, tmp_path, capsys):
    closed = over()
    erase_closed(now=now)

    receipt = receipt_of_workspace(Workspace.objects.get(id=closed.id))
    assert receipt["erased"]["workspaces.ApiKey"] >= 2
    assert receipt["erased"]["memories.Memory"] >= 3
    file = tmp_path / "receipt.json"
    file.write_text(json.dumps(receipt))
    call_command("verify_receipt", str(file))
    assert "This receipt holds" in capsys.readouterr().out


def test_before_that_the_receipt_says_only_that_it_is_closed(home, close):
    receipt = receipt_of_workspace(close())
    assert (receipt["status"], receipt["erased"], receipt["proof"]) == ("closed", {}, None)


def test_names_of_the_workspace_and_of_its_owner_go(home, over, now):
    closed = over()
    erase_closed(now=now)
    left = Workspace.objects.get(id=closed.id)
    assert (left.name, left.erased_at, Organization.objects.get(id=left.organization_id).name) == ("", now, "")


def test_logins_of_it_alone_go_but_for_whoever_closed_it(home, elsewhere, over, now):
    alone = Account.objects.create_user("alone")
    both = Account.objects.create_user("both")
    root = Account.objects.create_superuser("root", password="x")
    for account in (alone, both, root):
        Membership.objects.create(account=account, workspace_id=home.workspace_id)
    Membership.objects.create(account=both, workspace_id=elsewhere.workspace_id)
    over()

    erase_closed(now=now)

    assert set(Account.objects.values_list("username", flat=True)) == {"owner", "both", "root", "stranger"}
    assert not Membership.objects.filter(workspace_id=home.workspace_id).exists()


def test_an_erasure_that_was_killed_goes_on(told, home, over, now, monkeypatch, as_superuser):
    over()
    monkeypatch.setattr(erasing, "erase_of_workspace", lambda workspace_id: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        erase_closed(now=now)
    assert rows(home)["workspaces.Agent"]
    monkeypatch.undo()

    assert erase_closed(now=now) == 1
    assert saying(as_superuser, HERS) == {}
    assert erase_closed(now=now) == 0


def test_a_restored_backup_is_erased_again_by_the_log(told, home, over, now):
    over()
    erase_closed(now=now)
    [*people, whole] = read_erasures(log_file())
    assert [one.person_id for one in people] == [home.user_id]
    assert (whole.person_id, whole.workspace_id) == (None, home.workspace_id)
    assert repeat_erasure(whole, now=now) == 0


def test_what_a_backup_brings_back_goes_although_it_was_not_closed_then(told, home, elsewhere, over, now, settings):
    Workspace.objects.filter(id=elsewhere.workspace_id).update(name="")
    over()
    erase_closed(now=now)
    [*_, whole] = read_erasures(log_file())
    there = type(whole)(elsewhere.workspace_id, None, whole.requested_at)

    assert repeat_erasure(there, now=now) == 1
    assert set(rows(elsewhere)) == KEPT


def test_history_keeps_no_content(told, home, over, now):
    over()
    erase_closed(now=now)
    with scope.enter(home.workspace_id):
        assert not any(HERS in str(row) for row in History.objects.values())
