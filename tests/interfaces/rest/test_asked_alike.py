"""The same new sentence, asked for by several agents: each has a proposal of its own, one answer settles all."""

import pytest

from consent.models.notice import Notice
from memories.models import Memory
from workspaces import scope

SENTENCE = "Ana is gay."
ROLES = ("supervisor", "planner", "stylist")


@pytest.fixture
def asked(agent, ana):
    """By role, the addresses of the proposals that Ana is gay."""

    def ask(role, content=SENTENCE, **fields):
        made = agent(role).post("/memories", {"user_id": ana, "content": content, **fields})
        assert made.status_code == 202, made.json()
        return f"/proposals/{made.json()['proposal_id']}"

    return ask


@pytest.fixture
def of_all(asked):
    return {role: asked(role) for role in ROLES}


@pytest.fixture
def states(agent):
    return lambda proposals: {role: agent(role).get(path).json()["state"] for role, path in proposals.items()}


@pytest.fixture
def told(home):
    """The sentences that are remembered."""

    def contents():
        with scope.enter(home.workspace_id):
            return [one.current.content for one in Memory.objects.filter(state="active").select_related("current")]

    return contents


def test_each_agent_has_a_proposal_of_its_own(agent, of_all):
    assert len(set(of_all.values())) == len(ROLES)
    for role, path in of_all.items():
        body = agent(role).get(path).json()
        assert (body["asked_by"], body["evidence"]) == (f"agent:{role}", [])


def test_one_yes_settles_all_and_stores_it_once(owner, of_all, states, told):
    assert owner.post(f"{of_all['supervisor']}/approve").json()["result"]["status"] == "created"
    assert set(states(of_all).values()) == {"approved"} and told() == [SENTENCE]
    made = {owner.get(path).json()["memory_id"] for path in of_all.values()}
    assert len(made) == 1 and made != {None}


def test_one_no_settles_all_and_nobody_asks_again(agent, ana, owner, of_all, states, told):
    owner.post(f"{of_all['planner']}/reject")
    assert set(states(of_all).values()) == {"rejected"} and told() == []
    assert all(owner.get(path).json()["blocked_until"] for path in of_all.values())
    again = agent("stylist").post("/memories", {"user_id": ana, "content": SENTENCE})
    assert (again.status_code, again.json()["type"]) == (409, "/problems/refused-by-person")


def test_one_edit_settles_all(owner, of_all, states, told):
    owner.post(f"{of_all['stylist']}/amend", {"value": "Ana is married to Eva."})
    assert set(states(of_all).values()) == {"amended"} and told() == ["Ana is married to Eva."]


@pytest.mark.parametrize("verb", ["approve", "reject"])
@pytest.mark.parametrize("withdrawn", ROLES)
def test_undone_all_of_them_wait_again(owner, of_all, states, told, verb, withdrawn):
    owner.post(f"{of_all['supervisor']}/{verb}")
    answer = owner.post(f"{of_all[withdrawn]}/withdraw", {"reopen": True}).json()
    assert (answer["state"], told(), set(states(of_all).values())) == ("pending", [], {"pending"})
    owner.post(f"{of_all['planner']}/approve", {"shown_hash": owner.get(of_all["planner"]).json()["shown_hash"]})
    assert set(states(of_all).values()) == {"approved"} and told() == [SENTENCE]


def test_undone_for_good_nobody_asks_again(owner, of_all, states, told):
    owner.post(f"{of_all['planner']}/approve")
    owner.post(f"{of_all['stylist']}/withdraw")
    assert (told(), set(states(of_all).values())) == ([], {"withdrawn"})


def test_case_and_the_stop_at_the_end_make_no_other_question(owner, asked, states):
    proposals = {"supervisor": asked("supervisor"), "planner": asked("planner", "ana is gay")}
    owner.post(f"{proposals['planner']}/reject")
    assert set(states(proposals).values()) == {"rejected"}


@pytest.mark.parametrize(
    "other",
    [{"content": "Ana is bisexual."}, {"title": "Coming out"}, {"key": "orientation"}, {"metadata": {"from": "June"}}],
)
def test_what_would_store_more_is_a_question_of_its_own(owner, asked, states, other):
    proposals = {"supervisor": asked("supervisor"), "planner": asked("planner", **other)}
    owner.post(f"{proposals['supervisor']}/approve")
    assert states(proposals) == {"supervisor": "approved", "planner": "pending"}


def test_each_proposal_has_its_receipt_and_its_notice(owner, of_all, home):
    owner.post(f"{of_all['supervisor']}/approve")
    for path in of_all.values():
        (answer,) = owner.get(f"{path}/receipt").json()["answers"]
        assert answer["record"]["event"]["event_state"] == "given"
        assert answer["disclosure"]["new_value"] == SENTENCE
    with scope.enter(home.workspace_id):
        assert {str(one) for one in Notice.objects.filter(state="approved").values_list("proposal_id", flat=True)} == {
            path.rpartition("/")[2] for path in of_all.values()
        }


def test_of_several_answers_in_one_call_the_first_settles_all(owner, of_all, states, told):
    shown = {path.rpartition("/")[2]: owner.get(path).json()["shown_hash"] for path in of_all.values()}
    decisions = [{"id": one, "verdict": "approve", "shown_hash": each} for one, each in shown.items()]
    results = owner.post("/proposals/bulk", {"decisions": decisions}).json()["results"]
    assert [(one["counts"], one["state"]) for one in results] == [
        (True, "approved"), (False, "approved"), (False, "approved")
    ]  # fmt: skip
    assert told() == [SENTENCE]
