"""Three personas and every tool: an agent of the workspace, one of the same workspace without a grant, a stranger."""

import pytest

from interfaces.mcp.tools import TOOLS
from tests.interfaces.mcp.conftest import Session
from workspaces import scope
from workspaces.models import Agent, Grant

SECRET = "User collects teapots."


@pytest.fixture
def teapots(supervisor_mcp, ana):
    return supervisor_mcp.answer("memory_upsert", content=SECRET, user_id=ana)["memory_id"]


@pytest.fixture
def without_a_grant(home, now):
    """The planner, whose grants were revoked."""
    with scope.enter(home.workspace_id):
        for grant in Grant.objects.filter(agent=Agent.objects.get(role="planner")):
            grant.revoke(now=now)
    return Session(home.api_keys["planner"])


@pytest.fixture
def stranger(elsewhere):
    return Session(elsewhere.api_keys["supervisor"])


def arguments(tool, ana, memory_id):
    """A valid call of a tool about Ana."""
    of_person = {"user_id": ana}
    return {
        "context": of_person | {"query": "teapots"},
        "memory_query": of_person | {"query": "teapots"},
        "recall": of_person | {"query": "teapots"},
        "memory_get": {"memory_id": memory_id, "history": True},
        "facts": of_person,
        "people": {},
        "add_person": {"name": "Cleo"},
        "pending_consent": of_person,
        "memory_upsert": of_person | {"content": "User collects spoons."},
        "set_fact": of_person | {"category": "preference", "key": "favourite_colour", "value": "green"},
        "remember_turns": of_person | {"turns": [{"role": "user", "content": "Hello"}], "conversation": "monday"},
        "memory_forget": {"memory_id": memory_id},
    }[tool]


NAMES = [tool.__name__ for tool, _ in TOOLS]


@pytest.mark.parametrize("tool", NAMES)
def test_an_agent_with_a_grant_may(tool, supervisor_mcp, ana, teapots):
    assert not supervisor_mcp.call(tool, **arguments(tool, ana, teapots)).is_error


@pytest.mark.parametrize("persona", ["without_a_grant", "stranger"])
@pytest.mark.parametrize("tool", NAMES)
def test_nobody_else_may(tool, persona, ana, teapots, supervisor_mcp, request):
    result = request.getfixturevalue(persona).call(tool, **arguments(tool, ana, teapots))
    # The lists are answered, and are empty of Ana; a stranger adds people to a workspace of their own.
    assert result.is_error or tool in ("people", "pending_consent", "add_person")
    assert "teapot" not in str(result) and "Ana" not in str(result)
    assert SECRET in str(supervisor_mcp.answer("memory_get", memory_id=teapots))


def test_a_stranger_s_resources_are_not_found(stranger, teapots):
    for uri in (f"memory://memories/{teapots}", f"memory://memories/{teapots}/history"):
        with pytest.raises(Exception, match="Not found"):
            stranger.do(lambda client, uri=uri: client.read_resource(uri))


def test_a_role_s_allowlist_holds(home, supervisor_mcp, ana):
    writer = Session(home.api_keys["executor"])
    error = writer.error("memory_upsert", content="User likes tea.", category="relationship_dynamic", user_id=ana)
    assert "relationship_dynamic" in error
    said = [{"role": "user", "content": "I love opera."}]
    assert "activity" in writer.error("remember_turns", turns=said, conversation="monday", user_id=ana)
