"""The personas as callers of the API: agents by key, people by login, in one workspace and in another."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from memories.models import EmbeddingModel, Fact
from operations import jobs
from workspaces import scope
from workspaces.actions.create_workspace import NewWorkspace
from workspaces.models import Account, Membership, Person
from workspaces.models.membership import Role

BASE = "/api/v1"


@dataclass
class Api:
    """A caller. Bodies are Python values or raw bytes, answers have `.json()` and `.status_code`."""

    headers: dict[str, str] = field(default_factory=dict)
    client: Client = field(default_factory=Client)
    base: str = BASE

    def get(self, path: str, query: dict[str, Any] | None = None, **headers: str) -> Any:
        return self.client.get(self.base + path, query, headers=self._headers(headers))

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._send("post", path, body, headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._send("put", path, body, headers)

    def patch(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._send("patch", path, body, headers)

    def delete(self, path: str, **headers: str) -> Any:
        return self.client.delete(self.base + path, headers=self._headers(headers))

    def _send(self, method: str, path: str, body: Any, headers: dict[str, str]) -> HttpResponse:
        data = body if isinstance(body, bytes) else json.dumps(body if body is not None else {})
        send = getattr(self.client, method)
        return send(self.base + path, data, content_type="application/json", headers=self._headers(headers))

    def _headers(self, extra: dict[str, str]) -> dict[str, str]:
        return self.headers | {name.replace("_", "-"): value for name, value in extra.items()}


@contextmanager
def put_back() -> Iterator[None]:
    """Undo whatever is done inside."""
    with transaction.atomic():
        # Scopes are durable: only a test's own block may be around them.
        connection.atomic_blocks[-1]._from_testcase = True
        yield
        transaction.set_rollback(True)


# Finding the key and its agent, the allowlists, the grants.


@pytest.fixture
def reads() -> Callable[[Callable[[], object]], int]:
    """How many queries a call by an agent reads tables with, beyond its authentication."""

    def count(call: Callable[[], object]) -> int:
        with CaptureQueriesContext(connection) as captured:
            call()
        found = [query["sql"].lstrip() for query in captured if " FROM " in query["sql"]]
        return sum(sql.startswith("SELECT") and "FROM workspaces_apikey" not in sql for sql in found)

    return count


def by_key(workspace: NewWorkspace, role: str) -> Api:
    return Api({"Authorization": f"Bearer {workspace.api_keys[role]}"})


def by_login(username: str) -> Api:
    client = Client()
    client.force_login(Account.objects.get(username=username))
    return Api(client=client)


@pytest.fixture
def api(home: NewWorkspace) -> Api:
    """The supervisor of the home workspace."""
    return by_key(home, "supervisor")


@pytest.fixture
def agent(home: NewWorkspace) -> Callable[[str], Api]:
    """Another agent of the home workspace, by role."""
    return lambda role: by_key(home, role)


@pytest.fixture
def owner(home: NewWorkspace) -> Api:
    """The login of Ana, who owns the home workspace and is remembered there."""
    return by_login("owner")


@pytest.fixture
def superuser(home: NewWorkspace) -> Api:
    """Who runs the installation, and is an admin of the home workspace."""
    account = Account.objects.create_user("superuser", is_staff=True, is_superuser=True)
    Membership.objects.create(account=account, workspace_id=home.workspace_id, role=Role.ADMIN)
    return by_login("superuser")


@pytest.fixture
def colleague_id(home: NewWorkspace) -> UUID:
    """Ben, remembered in the same workspace; no staff."""
    with scope.enter(home.workspace_id):
        person = Person.objects.create(name="Ben")
    account = Account.objects.create_user("colleague")
    Membership.objects.create(account=account, workspace_id=home.workspace_id, role=Role.PERSON, person_id=person.id)
    return person.id


@pytest.fixture
def colleague(colleague_id: UUID) -> Api:
    return by_login("colleague")


@pytest.fixture
def other(other_key: str) -> Api:
    """Another supervisor, who may read all that the first one may."""
    return Api({"Authorization": f"Bearer {other_key}"})


@pytest.fixture
def outsider(elsewhere: NewWorkspace) -> Api:
    """The supervisor of another workspace."""
    return by_key(elsewhere, "supervisor")


@pytest.fixture
def ana(home: NewWorkspace) -> str:
    """The `user_id` of the home workspace's owner."""
    return str(home.user_id)


@pytest.fixture
def ben(colleague_id: UUID) -> str:
    return str(colleague_id)


@pytest.fixture
def embedding_away(settings: Settings) -> Callable[[], AbstractContextManager[None]]:
    """The embedding model is a remote one that nobody answers for, until the block ends."""

    @contextmanager
    def away() -> Iterator[None]:
        active = EmbeddingModel.objects.filter(state="active")
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            settings.EMBEDDING_BASE_URL = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
            active.update(is_local=False)
            yield
        active.update(is_local=True)
        settings.EMBEDDING_BASE_URL = ""

    return away


@pytest.fixture
def say(api, ana, home):
    """Ana says each message in one conversation, and the worker reads it; answers with the session."""

    def _say(*messages: str) -> str:
        session = api.post("/sessions", {"user_id": ana}).json()["id"]
        for message in messages:
            said = {"turns": [{"role": "user", "content": message}]}
            assert api.post(f"/sessions/{session}/turns", said).status_code == 201
            jobs.JOBS["extract_facts"](home.workspace_id)
        return session

    return _say


@pytest.fixture
def needs(ana, home):
    """Each need that stands: "diet: vegan"."""

    def _needs() -> set[str]:
        with scope.enter(home.workspace_id):
            rows = Fact.objects.active().filter(person_id=ana, category="constraint")
            return {f"{key}: {value}" for key, value in rows.values_list("key", "value")}

    return _needs
