"""A workspace in which there is something of everything, and eight who may not see what is Ana's."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.utils import timezone

from consent.models import FieldAlias, Policy, Proposal
from memories.models import DependencyReview, History, MemoryAccess, OperationalEvent
from operations.models import ImportRun, JobRun, PushDevice, Tombstone
from retrieval.models import RetrievalEvent
from tests.interfaces.admin.conftest import several  # noqa: F401 -- fixtures
from tests.interfaces.admin.test_every_page import first_id
from tests.interfaces.conftest import browser, new_login
from tests.interfaces.rest.conftest import by_key
from tests.interfaces.surface.generated import answer_to, callers, schema  # noqa: F401 -- fixtures
from workspaces import scope
from workspaces.actions.create_workspace import NewWorkspace, create_workspace
from workspaces.actions.issue_key import issue_key
from workspaces.models import (
    Account,
    Agent,
    ApiKey,
    Grant,
    Invitation,
    Membership,
    Person,
    TenantModel,
    Usage,
    Workspace,
)
from workspaces.models.membership import Role

# What nobody else may read, and what is the workspace's own.
SECRET, NAME, PLACE = "quuxaroo", "Zibbelana", "Fnordholm"
# What tells that somebody asked; none of it is content.
LOGS = {OperationalEvent, RetrievalEvent, MemoryAccess, ApiKey, Usage}
SHARED_TABLES = {Account: "username = 'owner'", Membership: "person_id = '{ana}'", Workspace: "id = '{home}'"}


@dataclass(frozen=True)
class World:
    """`names` for the braces of what is sent; `rows`: of each model of the admin one of the home workspace's."""

    home: NewWorkspace
    names: dict[str, str]
    rows: dict[str, str]

    def filled(self, text: str, *, model: str = "") -> str:
        row = self.rows.get(model) or str(uuid4())
        for name, value in (self.names | {"row": row, "row_id": row, "object_id": row}).items():
            text = text.replace(f"{{{name}}}", value)
        return text

    def body(self, body: Any, *, model: str = "") -> Any:
        return json.loads(self.filled(json.dumps(body), model=model))

    def kept(self) -> dict[str, str]:
        """A digest of every row of the workspace, by table and id; for those about Ana with her id before it."""
        with scope.enter(self.home.workspace_id), connection.cursor() as cursor:
            cursor.execute(self._digests())
            return dict(cursor.fetchall())

    def _digests(self) -> str:
        ana = self.names["ana"]
        tables = {model._meta.db_table: "true" for model in apps.get_models() if issubclass(model, TenantModel)}
        tables = {t: where for t, where in tables.items() if t not in {model._meta.db_table for model in LOGS}}
        for model, where in SHARED_TABLES.items():
            tables[model._meta.db_table] = where.format(ana=ana, home=self.home.workspace_id)
        return " UNION ALL ".join(
            f"SELECT '{table} ' || id, CASE WHEN position('{ana}' IN t::text) > 0 THEN 'hers ' ELSE '' END"
            f" || md5(to_jsonb(t)::text) FROM {table} t WHERE {where}"
            for table, where in tables.items()
        )


@pytest.fixture
def home(db: None) -> NewWorkspace:
    return create_workspace(name=PLACE, username="owner", person_name=NAME)


@pytest.fixture
def world(home: NewWorkspace, several: Callable[[int], None], owner: Client) -> World:  # noqa: F811
    several(1)
    names = _said(home, owner) | _set_up(home)
    return World(home, names, {_label(model): str(first_id(model, home)) for model in admin.site._registry})


def _label(model: Any) -> str:
    return f"{model._meta.app_label}/{model._meta.model_name}"


def _said(home: NewWorkspace, owner: Client) -> dict[str, str]:
    """What an agent stores through the API about Ana, each with the secret word."""
    api, ana = by_key(home, "supervisor"), str(home.user_id)

    def post(path: str, body: dict[str, Any]) -> Any:
        answer = api.post(path, {"user_id": ana} | body)
        assert answer.status_code in (200, 201, 202), answer.content
        return answer

    memory, second = (post("/memories", {"content": f"She grows {SECRET} {n}.", "key": f"n{n}"}).json() for n in "ab")
    ids = {"memory_id": memory["memory_id"], "second": second["memory_id"], "item": "na"}
    api.put(f"/users/{ana}/facts/preference/plant", {"value": SECRET})
    session = post("/sessions", {"thread_id": "t1"}).json()["id"]
    turns = {"turns": [{"role": "user", "content": f"I grow {SECRET}."}]}
    turn, gone = (api.post(f"/sessions/{session}/turns", turns).json()["turns"][0] for _ in range(2))
    owner.post(f"/conversations/{gone['id']}/delete")
    file = {"sha256": "b" * 64, "storage_uri": "https://f.example/x", "artifact_type": "log", "name": f"{SECRET}.txt"}
    checkpoint = "1f0a1f4e-0000-6000-8000-000000000001"
    api.put(f"/users/{ana}/checkpoints/t1", {"checkpoint_id": checkpoint, "checkpoint": {"grows": SECRET}})
    api.put(f"/memories/{ids['memory_id']}/artifacts/{(artifact := post('/artifacts', file).json()['id'])}")
    relation = api.post("/relations", {"from_id": ids["memory_id"], "to_id": ids["second"]}).json()["id"]
    store = {"name": f"{SECRET} store", "metadata": {"user_id": ana}}
    compat = type(api)(headers=api.headers, base="/compat/anthropic/v1")
    store_id = compat.post("/memory_stores", store).json()["id"]
    file = {"path": "/a.md", "content": f"Grow {SECRET}."}
    written = compat.post(f"/memory_stores/{store_id}/memories", file).json()
    task = post("/tasks", {"title": f"Water the {SECRET}"}).json()["id"]
    event = post("/memory/query", {"query": f"Does she grow {SECRET}?"}).headers["X-Retrieval-Event"]
    # At last: what waits for consent is withheld wherever it is said.
    asked = api.put(f"/users/{ana}/facts/identity/preferred_name", {"value": SECRET, "reason": f"{SECRET}."}).json()
    return ids | {
        "ana": ana, "user_id": ana, "category": "preference", "key": "plant", "source": "github", "thread_id": "t1",
        "proposal_id": asked["proposal_id"], "session_id": session, "turn": turn["id"], "artifact_id": artifact,
        "checkpoint": checkpoint, "relation_id": relation, "kind": "user", "name": NAME,
        "event_id": event, "task_id": task,
        "store_id": store_id, "file": written["id"], "version_id": written["memory_version_id"],
    }  # fmt: skip


def _set_up(home: NewWorkspace) -> dict[str, str]:
    """Rows of the workspace's setup, and the ids of some that other fixtures made."""
    with scope.enter(home.workspace_id):
        planner, ana = Agent.objects.get(role="planner"), home.user_id
        hook = apps.get_model("operations", "WebhookEndpoint").objects.latest("id")
        rule = Policy.objects.create(fact_key=SECRET, outcome="consent")
        invitation = Invitation.objects.create(
            person_id=ana, email=f"{SECRET}@example.org", created_at=timezone.now(), expires_at=timezone.now()
        )
        device = PushDevice.objects.create(
            person_id=ana, account_id=Account.objects.get(username="owner").id, url=f"https://push.example.org/{SECRET}",
            created_at=timezone.now(),
        )  # fmt: skip
        run = ImportRun.objects.create(
            person_id=ana, format="jsonl", name=f"{SECRET}.jsonl", total=1, created_at=timezone.now()
        )
        found = {
            "run_id": run.id,
            "device_id": device.id,
            "agent_id": planner.id,
            "grant_id": Grant.objects.filter(agent=planner).first().id,
            "webhook_id": hook.id,
            "policy_id": Policy.objects.create(person_id=ana, agent_id=planner.id, fact_key="pet", outcome="never").id,
            "rule_id": rule.id,
            "alias_id": FieldAlias.objects.latest("id").id,
            "review_id": DependencyReview.objects.latest("id").id,
            "invitation_id": invitation.id,
            "deletion_id": History.objects.filter(meta__has_key="messages").latest("id").id,
            "erasure_id": Tombstone.objects.latest("id").id,
            "shown": Proposal.objects.latest("created_at").shown_hash,
        }
    found |= {"preference_id": found["policy_id"], "person_id": ana, "workspace": home.workspace_id, "secret": SECRET}
    found |= {"workspace_id": home.workspace_id, "place": PLACE}
    found |= {"account_id": Account.objects.get(username="owner").id}
    found |= {"account": Account.objects.get(username="owner").id, "token": "unknown"}
    found["run"] = JobRun.objects.filter(workspace_id=home.workspace_id).latest("id").id
    return {name: str(value) for name, value in found.items()}


@dataclass(frozen=True)
class Identity:
    """Somebody who asks. `knows`: which of the words they may read, as members of the workspace or its staff."""

    name: str
    client: Client
    headers: dict[str, str]
    knows: frozenset[str] = frozenset()


def with_key(name: str, key: str, *knows: str) -> Identity:
    return Identity(name, Client(), {"Authorization": f"Bearer {key}", "X-Api-Key": key}, frozenset(knows))


@pytest.fixture
def identities(world: World, elsewhere: NewWorkspace, outsider: Client) -> list[Identity]:
    """Superusers are not among them: in the admin they are owners of every workspace."""
    home = world.home
    Account.objects.create_user("left", is_staff=True)
    with scope.enter(home.workspace_id):
        ben = Person.objects.create(name="Ben")
        without = issue_key(agent=Agent.objects.create(name="Without", role="supervisor"))
        agent = Agent.objects.create(name="Revoked", role="supervisor")
        Grant.objects.create(agent=agent)
        revoked = issue_key(agent=agent)
        ApiKey.objects.filter(agent=agent).update(revoked_at=timezone.now())
    in_home = (home.workspace_id, Role.PERSON)
    made = [
        Identity("anonymous", Client(), {}),
        with_key("a revoked key", revoked),
        with_key("an agent without a grant", without, PLACE),
        Identity("another person", new_login("ben", *in_home, person_id=ben.id), {}, frozenset({PLACE})),
        Identity("a viewer", new_login("viewer", home.workspace_id, Role.VIEWER, is_staff=True), {},
                 frozenset({PLACE, NAME, SECRET})),
        with_key("a stranger's agent", elsewhere.api_keys["supervisor"]),
        Identity("a stranger", outsider, {}),
        Identity("who has left", browser("left"), {}),
    ]  # fmt: skip
    assert len(made) == 8
    return made


@pytest.fixture
def mine(world: World, owner: Client) -> list[Identity]:
    """Those who may: Ana, who owns the workspace, and its agent."""
    everything = frozenset({PLACE, NAME, SECRET})
    return [
        Identity("the owner", owner, {}, everything),
        with_key("the agent", world.home.api_keys["supervisor"], *everything),
    ]
