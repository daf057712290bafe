"""Callers of the protocols of others, with the keys of the home workspace and of another."""

from collections.abc import Callable

import pytest

from tests.interfaces.rest.conftest import Api, by_key
from workspaces.actions.create_workspace import NewWorkspace

MEM0 = "/compat/mem0"


def mem0_of(workspace: NewWorkspace, role: str) -> Api:
    return Api({"Authorization": f"Token {workspace.api_keys[role]}"}, base=MEM0)


@pytest.fixture
def mem0(home: NewWorkspace) -> Api:
    """The supervisor of the home workspace, as a client of mem0."""
    return mem0_of(home, "supervisor")


@pytest.fixture
def api(home: NewWorkspace) -> Api:
    """The same as a client of our own API."""
    return by_key(home, "supervisor")


@pytest.fixture
def ana(home: NewWorkspace) -> str:
    return str(home.user_id)


@pytest.fixture
def mem0_agent(home: NewWorkspace) -> Callable[[str], Api]:
    return lambda role: mem0_of(home, role)


@pytest.fixture
def mem0_stranger(elsewhere: NewWorkspace) -> Api:
    return mem0_of(elsewhere, "supervisor")
