"""`/grants`: whose memories an agent may touch (R1)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from workspaces import scope
from workspaces.models import Agent, Grant


@pytest.fixture
def planner_id(home):
    """The planner, without the grants that new agents get."""
    with scope.enter(home.workspace_id):
        planner = Agent.objects.get(role="planner")
        Grant.objects.filter(agent=planner).delete()
    return str(planner.id)


def writes_about(who, user_id):
    return who.post("/memories", {"user_id": user_id, "content": "Ship v1.", "category": "goals"}).status_code


def test_without_a_grant_nothing_is_written_or_seen(api, agent, ana, planner_id):
    api.post("/memories", {"user_id": ana, "content": "Ship v1.", "category": "goals"})
    assert writes_about(agent("planner"), ana) == 403
    assert agent("planner").get("/memories").json()["results"] == []
    assert agent("planner").get("/users").json()["results"] == []


def test_a_grant_opens_one_person(owner, agent, ana, ben, planner_id):
    made = owner.post("/grants", {"agent_id": planner_id, "user_id": ana})
    assert made.status_code == 201
    assert (made.json()["agent"], made.json()["user_id"], made.json()["ceiling"]) == ("planner", ana, "internal")
    assert (writes_about(agent("planner"), ana), writes_about(agent("planner"), ben)) == (201, 403)
    assert [row["id"] for row in agent("planner").get("/users").json()["results"]] == [ana]
    assert agent("planner").post("/users", {"name": "Clara"}).status_code == 403


def test_a_grant_is_taken_back(owner, agent, ana, planner_id):
    made = owner.post("/grants", {"agent_id": planner_id, "user_id": ana}).json()
    assert owner.delete(f"/grants/{made['id']}").json()["revoked_at"] is not None
    assert writes_about(agent("planner"), ana) == 403
    assert owner.delete(f"/grants/{made['id']}").status_code == 404


def test_a_grant_ends(owner, agent, ana, planner_id):
    ended = (timezone.now() - timedelta(seconds=1)).isoformat()
    owner.post("/grants", {"agent_id": planner_id, "user_id": ana, "expires_at": ended})
    assert writes_about(agent("planner"), ana) == 403


def test_a_grant_to_read_is_none_to_write(owner, agent, ana, planner_id):
    owner.post("/grants", {"agent_id": planner_id, "user_id": ana, "can_write": False})
    assert writes_about(agent("planner"), ana) == 403
    assert agent("planner").get(f"/users/{ana}").status_code == 200


def test_a_ceiling_hides_what_lies_above(owner, api, agent, ana, planner_id):
    secret = {"user_id": ana, "content": "Ship v1.", "category": "goals", "sensitivity": "confidential"}
    owner.post("/grants", {"agent_id": planner_id, "user_id": ana})
    assert agent("planner").post("/memories", secret).status_code == 403
    owner.post("/grants", {"agent_id": planner_id, "user_id": ana, "ceiling": "confidential"})
    assert agent("planner").post("/memories", secret).status_code == 201


def test_a_person_grants_and_revokes_about_themselves_only(colleague, ana, ben, planner_id):
    assert colleague.post("/grants", {"agent_id": planner_id, "user_id": ana}).status_code == 403
    assert colleague.post("/grants", {"agent_id": planner_id}).status_code == 403
    made = colleague.post("/grants", {"agent_id": planner_id, "user_id": ben})
    assert made.status_code == 201
    assert colleague.delete(f"/grants/{made.json()['id']}").status_code == 200


def test_an_agent_grants_nothing(api, ana, planner_id):
    refused = api.post("/grants", {"agent_id": planner_id, "user_id": ana})
    assert refused.status_code == 403 and "take a login" in refused.json()["detail"]


def test_a_question_without_a_grant_is_told_about_whom_and_who_can_help(agent, ana, planner_id):
    refused = agent("planner").post("/memory/query", {"user_id": ana, "query": "Which dish?"})
    detail = refused.json()["detail"]
    assert refused.status_code == 403 and ana in detail and "owner or admin" in detail


def test_an_agent_sees_its_own_grants(api, home):
    rows = api.get("/grants").json()["results"]
    assert {row["agent"] for row in rows} == {"supervisor"}
    assert {row["scope"] for row in rows} == {None, "shared"}


def test_a_person_sees_the_grants_that_reach_them(owner, colleague, ana, ben, planner_id):
    about_ana = owner.post("/grants", {"agent_id": planner_id, "user_id": ana}).json()["id"]
    about_ben = owner.post("/grants", {"agent_id": planner_id, "user_id": ben}).json()["id"]
    seen = {row["id"] for row in colleague.get("/grants", {"limit": 100}).json()["results"]}
    assert about_ben in seen and about_ana not in seen
    everyone = next(row["id"] for row in colleague.get("/grants").json()["results"] if row["user_id"] is None)
    with_planner = colleague.delete(f"/grants/{everyone}")
    assert (with_planner.status_code, with_planner.json()["revoked_at"] is None) == (200, False)
    assert everyone in [row["id"] for row in owner.get("/grants", {"limit": 100}).json()["results"]]


def test_another_workspaces_ids_are_not_found(owner, outsider, ana, elsewhere, planner_id):
    made = owner.post("/grants", {"agent_id": planner_id, "user_id": ana}).json()
    assert outsider.delete(f"/grants/{made['id']}").status_code == 404
    assert owner.post("/grants", {"agent_id": str(uuid4()), "user_id": ana}).status_code == 404
    assert owner.post("/grants", {"agent_id": planner_id, "user_id": str(elsewhere.user_id)}).status_code == 404


@pytest.mark.parametrize(
    "fields",
    [{"agent_id": "x"}, {"user_id": "x"}, {"ceiling": "top"}, {"can_read": "yes"}, {"namespace": ["shared"]},
     {"namespace": ["shared", "team"], "user_id": str(uuid4())}, {"expires_at": "soon"}],
)  # fmt: skip
def test_a_value_out_of_bounds_is_named(owner, planner_id, fields):
    assert owner.post("/grants", {"agent_id": planner_id} | fields).status_code == 422


def test_the_list_is_filtered_and_takes_one_query(api, home, reads):
    assert api.get("/grants", {"user_id": str(uuid4())}).json()["results"] == []
    assert reads(lambda: api.get("/grants")) == 1
