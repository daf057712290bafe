"""The person's no holds for every agent: nobody asks them the same again, told of the refusal or not."""

import pytest

pytestmark = pytest.mark.django_db
OTHERS = ("planner", "stylist", "executor")


@pytest.fixture
def refused(api, owner, ana, request):
    asked = api.post("/memories", {"user_id": ana, "content": request.param}).json()["proposal_id"]
    assert owner.post(f"/proposals/{asked}/reject", {}).status_code == 200
    return request.param


@pytest.mark.parametrize(
    ("refused", "again"),
    [
        ("Ana earns 52,000 a year.", "Her income is £52k."),
        ("Ana is a lesbian.", "Ana ist lesbisch."),
        ("Ana is a lesbian.", "She is into women."),
        ("Ana has epilepsy.", "She is epileptic."),
    ],
    indirect=["refused"],
)
def test_nor_in_other_words(agent, owner, ana, refused, again):
    for role in OTHERS:
        assert agent(role).post("/memories", {"user_id": ana, "content": again}).status_code == 202
    assert owner.get("/proposals", {"state": "pending"}).json()["results"] == []


@pytest.mark.parametrize("refused", ["Ana is gay.", "Ana lives in Lisbon.", "У меня ВИЧ."], indirect=True)
def test_no_other_agent_has_it_asked_again(agent, owner, ana, refused):
    for role in OTHERS:
        for content in (refused, f"We met on Monday. {refused} It rained."):
            answer = agent(role).post("/memories", {"user_id": ana, "content": content})
            assert answer.status_code == 202, "or the agent, which may not read the field, would learn of the refusal"
    assert owner.get("/proposals", {"state": "pending"}).json()["results"] == []
    assert owner.get("/memories", {"user_id": ana}).json()["results"] == []
