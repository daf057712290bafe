from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count as count_from
from itertools import islice
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from consent.changes import LinkMemories, SetFact
from consent.models import FieldAlias, Policy
from consent.outcomes import Waiting
from consent.proposals.decide import reject_proposal
from conversations.actions.save_checkpoint import save_checkpoint
from conversations.drafts import CheckpointDraft
from intelligence.models.budget import Budget, Kind
from memories.drafts import FactDraft
from memories.maintenance.seal_history import seal_history
from memories.sealing.verification import verify_history
from operations.models import JobRun, Outbox, Schedule, Tombstone, WebhookEndpoint
from operations.models.outbox import Channel
from tests.interfaces.admin.rows import make_rows
from workspaces import scope
from workspaces.actions.create_workspace import NewWorkspace
from workspaces.models import Account, Agent, Grant, Invitation, Membership, Quota
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


def schedule(now: datetime) -> None:
    """One at least: those of the migrations are gone where an earlier test emptied all tables."""
    Schedule.objects.get_or_create(job="try", defaults={"every_seconds": 60, "next_run_at": now + timedelta(days=1)})


@pytest.fixture
def one_of_each(person, now, ask, note, fact, send, looked_up, say, supervisor, home: NewWorkspace) -> None:
    """At least one row of every registered model."""
    say("I live in Lisbon.")
    reject_proposal(proposal_id=ask("they/them", key="pronouns"), actor=person, now=now)
    ask("Lisbon")
    fact()
    looked_up("When?", note())
    JobRun.objects.create(job="expire_proposals", workspace_id=home.workspace_id)
    schedule(now)
    tone = FactDraft(person_id=home.user_id, category="preference", key="tone", value="dry")
    assert isinstance(send(SetFact(draft=tone)), Waiting)
    state = CheckpointDraft(checkpoint={"step": 1})
    save_checkpoint(state, person_id=home.user_id, thread_id="t", actor=supervisor, now=now)
    with scope.enter(home.workspace_id):
        Policy.objects.create(fact_key="diet", outcome="consent")
        Quota.objects.create(memories=1_000)
        Budget.objects.take(Kind.CALLS, 1, now=now)
        Tombstone.objects.create(person_id=uuid4(), requested_by=person.id, requested_at=now, erased_at=now)
        FieldAlias.objects.create(spelling="homebase", category="identity", key="city")
        hook = {"url": "https://example.org/hook", "nonce": "n", "created_at": now}
        endpoint = WebhookEndpoint.objects.create(agent=Agent.objects.order_by("name").first(), **hook)
        message = {"channel": Channel.WEBHOOK, "kind": "proposal.decided", "endpoint": endpoint}
        Outbox.objects.create(**message, next_attempt_at=now, created_at=now)
        Invitation.objects.create(person_id=home.user_id, email="a@example.org", created_at=now, expires_at=now)
    seal_history(workspace_id=home.workspace_id, now=now)


@pytest.fixture
def act(owner: Client) -> Callable[..., Any]:
    """Run an action of a list on some rows, as the owner or as `client`; where it asks once more, the answer is yes."""

    def _act(path: str, action: str, *ids: UUID, client: Client = owner) -> Any:
        form = {"action": action, "_selected_action": [str(row_id) for row_id in ids]}
        page = client.post(f"/admin/{path}/", form, follow=True)
        if "several.html" not in str([template.name for template in page.templates]):
            return page
        named = {"id": [str(row.id) for row, _text in page.context["rows"]], "back": page.context["back"]}
        return client.post(page.context["address"], named, follow=True)

    return _act


@pytest.fixture
def several(
    home: NewWorkspace, person, supervisor, now, ask, note, fact, send, say, looked_up
) -> Callable[[int], None]:
    """More rows of every kind that a list shows, `count` of each."""
    numbers = count_from(1)
    schedule(now)

    def _several(count: int) -> None:
        for number in islice(numbers, count):
            _say_and_write(number)
            with scope.enter(home.workspace_id):
                make_rows(number)
                Quota.objects.get_or_create()
                Policy.objects.create(fact_key=f"key{number}", outcome="consent")
                Grant.objects.create(agent=Agent.objects.latest("created_at"), person_id=home.user_id)
                account = Account.objects.create_user(f"login-{number}")
                Membership.objects.create(account=account, workspace_id=home.workspace_id)
            seal_history(workspace_id=home.workspace_id, now=now)

    def _say_and_write(number: int) -> None:
        say(f"Turn {number} of Ana's.")
        first, second = (note(f"Plan {number} {word}.", key=f"{word}{number}") for word in ("one", "two"))
        send(LinkMemories(memory_id=first, to_id=second))
        fact(f"style_{number}", "dry")
        looked_up("When?", first)
        reject_proposal(proposal_id=ask(f"they{number}/them", key="pronouns"), actor=person, now=now)
        ask(f"City {number}")
        state = CheckpointDraft(checkpoint={"step": number})
        save_checkpoint(state, person_id=home.user_id, thread_id=f"t{number}", actor=supervisor, now=now)
        JobRun.objects.create(job="try", workspace_id=home.workspace_id)

    return _several


@pytest.fixture
def verified(home: NewWorkspace, now) -> Callable[[], bool]:
    """Seals the history; whether its chain holds."""

    def _verified() -> bool:
        seal_history(workspace_id=home.workspace_id, now=now)
        return verify_history(workspace_id=home.workspace_id, now=timezone.now()).holds

    return _verified


@pytest.fixture(autouse=True)
def seal_dir(settings, tmp_path) -> None:
    settings.SEAL_DIR = tmp_path / "seals"
