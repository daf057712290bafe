from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from consent.actions.decide_proposal import reject_proposal
from consent.changes import SetFact
from consent.models import FieldAlias, Policy
from consent.outcomes import Waiting
from conversations.actions.save_checkpoint import save_checkpoint
from conversations.checkpoint_drafts import CheckpointDraft
from memories.drafts import FactDraft
from operations.models import JobRun, Schedule
from workspaces import scope
from workspaces.actions.create_workspace import NewWorkspace
from workspaces.models import Account, Membership
from workspaces.models.membership import Role


@pytest.fixture
def login(home: NewWorkspace) -> Callable[..., Client]:
    """A new login in the home workspace, signed in: `login(Role.VIEWER)`."""

    def _login(role: Role, *, username: str = "", is_staff: bool = True) -> Client:
        account = Account.objects.create_user(username or f"the-{role}", is_staff=is_staff)
        Membership.objects.create(account=account, workspace_id=home.workspace_id, role=role)
        client = Client()
        client.force_login(account)
        return client

    return _login


@pytest.fixture
def superuser(home: NewWorkspace, elsewhere: NewWorkspace) -> Client:
    """Runs the server; member of no workspace."""
    client = Client()
    client.force_login(Account.objects.create_superuser("root", password="a long enough one"))
    return client


@pytest.fixture
def one_of_each(person, now, ask, note, fact, send, looked_up, say, supervisor, home: NewWorkspace) -> None:
    """At least one row of every registered model."""
    say("I live in Lisbon.")
    reject_proposal(proposal_id=ask("they/them", key="pronouns"), actor=person, now=now)
    ask("Lisbon")
    fact()
    looked_up("When?", note())
    JobRun.objects.create(job="expire_proposals", workspace_id=home.workspace_id)
    Schedule.objects.get_or_create(job="try", defaults={"every_seconds": 60, "next_run_at": now + timedelta(days=1)})
    tone = FactDraft(person_id=home.user_id, category="preference", key="tone", value="dry")
    assert isinstance(send(SetFact(draft=tone)), Waiting)
    state = CheckpointDraft(checkpoint={"step": 1})
    save_checkpoint(state, person_id=home.user_id, thread_id="t", actor=supervisor, now=now)
    with scope.enter(home.workspace_id):
        Policy.objects.create(fact_key="diet", outcome="consent")
        FieldAlias.objects.create(spelling="homebase", category="identity", key="city")


@pytest.fixture
def act(owner: Client) -> Callable[..., Any]:
    """Run an action of a list on some rows, as the owner or as `client`."""

    def _act(path: str, action: str, *ids: UUID, client: Client = owner) -> Any:
        form = {"action": action, "_selected_action": [str(row_id) for row_id in ids]}
        return client.post(f"/admin/{path}/", form, follow=True)

    return _act
