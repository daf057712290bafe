"""From one agent's call by MCP to another agent's answer by REST, with the person's yes in between."""

import re

import pytest

from tests.interfaces.rest.conftest import Api
from workspaces import scope
from workspaces.actions.create_agent import create_agent
from workspaces.actions.issue_key import issue_key
from workspaces.models import Workspace


@pytest.fixture
def another(home):
    """Another supervisor of the workspace, by REST."""
    workspace = Workspace.objects.get(id=home.workspace_id)
    with scope.enter(home.workspace_id):
        agent = create_agent(name="Travel planner", role="supervisor", workspace=workspace)
        return Api({"Authorization": f"Bearer {issue_key(agent=agent)}"})


def test_of_somebody_without_a_login_it_says_that_nobody_can_answer(supervisor_mcp):
    eva = supervisor_mcp.answer("add_person", name="Eva")["id"]
    told = supervisor_mcp.answer("set_fact", category="identity", key="city", value="Faro", user_id=eva)

    assert told["warnings"][0].startswith("Nobody can answer yet") and told["warning_codes"] == ["nobody-can-answer"]
    assert "Nobody" not in told["message"] and "Tell them" not in told["message"]
    assert told["message"].startswith("Not remembered yet") and "/setup/people" in told["message"]


def test_a_city_waits_for_the_person_and_is_found_by_another_agent_after_their_yes(
    supervisor_mcp, owner, another, ana, settings
):
    question = {"user_id": ana, "query": "Which city does the user live in?"}
    told = supervisor_mcp.answer("set_fact", category="identity", key="city", value="Faro", user_id=ana)
    assert told["status"] == "pending_consent"
    assert "Faro" not in another.post("/memory/query", question).content.decode()

    page = owner.client.get(told["review_url"].removeprefix(settings.PUBLIC_URL)).content.decode()
    action = re.search(r'<form[^>]+action="([^"]+/approve)"', page)[1]
    shown = re.search(r'name="shown_hash" value="(\w+)"', page)[1]
    owner.client.post(action, {"shown_hash": shown})

    assert "Faro" in another.post("/memory/query", question).content.decode()
    assert supervisor_mcp.answer("facts", user_id=ana)["results"][0]["value"] == "Faro"


def test_a_question_that_was_replaced_names_the_later_one(supervisor_mcp, ana):
    city = {"category": "identity", "key": "city", "user_id": ana}
    first, later = (supervisor_mcp.answer("set_fact", **city, value=value) for value in ("Faro", "Lagos"))

    (told,) = supervisor_mcp.answer("pending_consent", proposal_id=first["proposal_id"])["results"]
    assert (told["state"], told["superseded_by"]) == ("superseded", later["proposal_id"])
    assert later["proposal_id"] in told["message"] and later["review_url"] in told["message"]
    (waits,) = supervisor_mcp.answer("pending_consent", proposal_id=later["proposal_id"])["results"]
    assert waits["state"] == "pending" and "message" not in waits
