"""People and staff in their browsers, and what there is for them to see."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from consent.changes import Change, ForgetMemory, SetFact, WriteMemory
from consent.gate import submit
from consent.outcomes import Applied, Outcome, Queued
from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft
from memories.drafts import FactDraft, MemoryDraft
from retrieval.models import RetrievalEvent
from tests.interfaces.canaries import another_key, converse
from workspaces import scope
from workspaces.actions.create_workspace import NewWorkspace
from workspaces.actors import Actor
from workspaces.models import Account, Membership, Person, TenantModel, Workspace
from workspaces.models.membership import Role


def browser(username: str) -> Client:
    client = Client()
    client.force_login(Account.objects.get(username=username))
    return client


def new_login(username: str, workspace_id: UUID, role: str, *, person_id: UUID | None = None, **fields) -> Client:
    account = Account.objects.create_user(username, password="a long enough one", **fields)
    Membership.objects.create(account=account, workspace_id=workspace_id, role=role, person_id=person_id)
    return browser(username)


@pytest.fixture
def owner(home: NewWorkspace) -> Client:
    """Ana: remembered in the home workspace, and its owner."""
    return browser("owner")


@pytest.fixture
def colleague(home: NewWorkspace) -> Client:
    """Ben: remembered in the same workspace, no staff."""
    with scope.enter(home.workspace_id):
        ben = Person.objects.create(name="Ben")
    return new_login("colleague", home.workspace_id, Role.PERSON, person_id=ben.id)


@pytest.fixture
def outsider(elsewhere: NewWorkspace) -> Client:
    """Zoe: owner of another workspace."""
    return browser("stranger")


@pytest.fixture
def in_home(home: NewWorkspace):
    """The home workspace's scope, to look at rows."""
    return lambda: scope.enter(home.workspace_id)


@pytest.fixture
def send(supervisor: Actor, now: datetime) -> Callable[..., Outcome]:
    def _send(change: Change, *, actor: Actor = supervisor, at: datetime | None = None) -> Outcome:
        return submit(change, actor=actor, now=at or now)

    return _send


@pytest.fixture
def ask(home: NewWorkspace, send, supervisor: Actor) -> Callable[..., UUID]:
    """An agent asks to remember something sensitive; answers with the proposal's id."""

    def _ask(
        value: str = "Lisbon", *, key: str = "city", at: datetime | None = None, actor: Actor = supervisor, **fields
    ) -> UUID:
        draft = FactDraft(person_id=home.user_id, category="identity", key=key, value=value, **fields)
        outcome = send(SetFact(draft=draft), actor=actor, at=at)
        assert isinstance(outcome, Queued)
        return outcome.proposal_id

    return _ask


@pytest.fixture
def note(home: NewWorkspace, send) -> Callable[..., UUID]:
    """An agent notes something harmless; answers with the memory's id."""

    def _note(content: str = "The release is on Friday.", *, key: str = "note", **fields) -> UUID:
        options = {name: fields.pop(name) for name in ("actor", "at") if name in fields}
        namespace = ("memories", str(fields.pop("person_id", home.user_id)))
        outcome = send(
            WriteMemory(draft=MemoryDraft(namespace=namespace, key=key, content=content, **fields)), **options
        )
        assert isinstance(outcome, Applied)
        return outcome.memory_id

    return _note


@pytest.fixture
def fact(home: NewWorkspace, send) -> Callable[..., UUID]:
    """An agent stores a fact that needs nobody's yes; answers with the memory's id."""

    def _fact(key: str = "coding_style", value: str = "black", *, category: str = "preference", **fields) -> UUID:
        options = {name: fields.pop(name) for name in ("actor", "at") if name in fields}
        draft = FactDraft(person_id=home.user_id, category=category, key=key, value=value, **fields)
        outcome = send(SetFact(draft=draft), **options)
        assert isinstance(outcome, Applied)
        return outcome.memory_id

    return _fact


@pytest.fixture
def forgotten(note, send) -> UUID:
    memory_id = note("The old plan.", key="forgotten")
    send(ForgetMemory(memory_id=memory_id))
    return memory_id


@pytest.fixture
def say(home: NewWorkspace, supervisor: Actor, now: datetime) -> Callable[..., list[UUID]]:
    """A conversation with Ana; answers with the ids of its turns."""

    def _say(*contents: str) -> list[UUID]:
        session, _ = open_session(person_id=home.user_id, actor=supervisor, now=now)
        drafts = [TurnDraft(role="user", speaker="Ana", content=content) for content in contents]
        turns = append_turns(session_id=session.id, drafts=drafts, actor=supervisor, now=now)
        return [turn.id for turn, _ in turns]

    return _say


@pytest.fixture
def told(api, ana: str, home: NewWorkspace, person: Actor, now: datetime) -> dict[str, str]:
    """Everybody says a value that waits and one that was refused; the ids of what is there then."""
    return converse(api, ana, home, person, now)


@pytest.fixture
def other_key(home: NewWorkspace) -> str:
    """Of another agent that may read all that the first one may."""
    return another_key(home)


@pytest.fixture
def looked_up(home: NewWorkspace) -> Callable[..., None]:
    """An agent has asked about Ana and was given these memories."""

    def _looked_up(query: str, *memory_ids: UUID) -> None:
        with scope.enter(home.workspace_id):
            RetrievalEvent.objects.create(
                person_id=home.user_id,
                scope=f"memories/{home.user_id}",
                query=query,
                actor_label="agent:planner",
                returned_memory_ids=list(memory_ids),
                results=[{"kind": "memory", "id": str(one), "version": 1, "score": None} for one in memory_ids],
                created_at=timezone.now(),
            )

    return _looked_up


@pytest.fixture
def second_workspace(home: NewWorkspace, elsewhere: NewWorkspace) -> Workspace:
    """Ana's owner login is also a member elsewhere."""
    account = Account.objects.get(username="owner")
    workspace = Workspace.objects.get(id=elsewhere.workspace_id)
    Membership.objects.create(account=account, workspace=workspace, role=Role.VIEWER)
    return workspace


@pytest.fixture
def no_query_outside_scope(owner: Client) -> Iterator[None]:
    """Fail a test that asks a tenant's table outside a scope, where it would see nothing and take that for all."""
    tables = re.compile("|".join(rf'"{m._meta.db_table}"' for m in apps.get_models() if issubclass(m, TenantModel)))

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if tables.search(sql):
            scope.current_workspace_id()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield
