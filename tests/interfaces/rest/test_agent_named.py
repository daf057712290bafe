"""`agent` in a request names the role that acts; a key acts for its own role only."""

from uuid import uuid4

import pytest

from workspaces import scope
from workspaces.models import Agent


@pytest.fixture
def paula(home, agent):
    """The planner, under a name of its own."""
    with scope.enter(home.workspace_id):
        Agent.objects.filter(role="planner").update(name="Paula")
    return agent("planner")


@pytest.fixture
def calls(ana):
    """Requests that may name an agent: how to send each."""
    about = {"user_id": ana}
    return {
        "write": lambda who, **agent: who.post(
            "/memories", about | {"content": f"Ship {uuid4()}.", "category": "goals"} | agent
        ),
        "query": lambda who, **agent: who.post("/memory/query", about | {"query": "ship"} | agent),
        "context": lambda who, **agent: who.post("/context", about | {"query": "ship"} | agent),
        "forget": lambda who, agent="": who.delete(f"/store/items?namespace=memories/{ana}&key=ship&agent={agent}"),
    }


@pytest.mark.parametrize(("name", "status"), [("write", 201), ("query", 200), ("context", 200), ("forget", 404)])
def test_a_key_acts_for_its_own_role_only(calls, paula, name, status):
    send = calls[name]
    assert [send(paula, **own).status_code for own in ({}, {"agent": "planner"})] == [status, status]
    for other in ("supervisor", "Paula", "nobody"):
        answer = send(paula, agent=other)
        assert (answer.status_code, answer.json()["type"]) == (403, "/problems/forbidden")


def test_a_login_acts_for_no_role(calls, owner):
    assert calls["query"](owner, agent="planner").status_code == 403
