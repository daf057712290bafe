"""No agent learns by guessing what another one asked for: not while it waits, and not once it was refused."""

import html

import pytest

pytestmark = pytest.mark.django_db
RELIGION = "/users/{}/facts/identity/religion"
GUESSES = [("Muslim", "Jewish"), ("muslim", "jewish")]


@pytest.fixture
def ask(ana):
    def _ask(client, value):
        return client.put(RELIGION.format(ana), {"value": value})

    return _ask


@pytest.fixture
def both(ask, api, other):
    """The proposals of one value that two agents asked for, each in a spelling of its own."""
    return [ask(client, value).json()["proposal_id"] for client, value in ((api, "Muslim"), (other, "muslim"))]


def states(owner, ids):
    return [owner.get(f"/proposals/{one}").json()["state"] for one in ids]


@pytest.mark.parametrize("values", GUESSES)
def test_the_answer_carries_no_id_of_another_agent_s_proposal(values, ask, api, other):
    first = ask(api, "Muslim").json()["proposal_id"]
    answers = [ask(other, value) for value in values]
    assert [one.status_code for one in answers] == [202, 202]
    assert len({first, *(one.json()["proposal_id"] for one in answers)}) == 3
    assert api.get(f"/proposals/{first}").json()["state"] == "pending"


def test_nor_does_that_of_a_memory_under_the_same_key(api, other, ana):
    body = {"user_id": ana, "key": "private", "content": "Ana is gay."}
    ids = [client.post("/memories", body).json()["proposal_id"] for client in (api, other)]
    assert ids[0] != ids[1] and api.post("/memories", body).json()["proposal_id"] == ids[0]


def test_the_same_agent_has_one_however_often_it_asks(ask, api):
    assert len({ask(api, "Muslim").json()["proposal_id"] for _ in range(2)}) == 1


def test_the_person_sees_one_card_with_both_and_the_first_one_s_spelling(both, owner):
    inbox = owner.client.get("/inbox")
    page = html.unescape(inbox.content.decode())
    (card,) = inbox.context["items"]
    assert inbox.context["pending_count"] == 1 and str(card.proposal.id) == both[0]
    assert len(card.faces) == 2
    assert "Muslim" in page and "muslim" not in page.replace("=muslim", "")


@pytest.mark.parametrize(("verb", "state"), [("approve", "approved"), ("reject", "rejected")])
def test_one_answer_settles_both_and_undone_both_wait_again(verb, state, both, owner, ana):
    assert owner.post(f"/proposals/{both[1]}/{verb}", {}).status_code == 200
    assert states(owner, both) == [state, state]
    values = [one["value"] for one in owner.get(f"/users/{ana}/facts").json()["results"] if one["key"] == "religion"]
    assert len(values) == (verb == "approve")
    owner.post(f"/proposals/{both[0]}/withdraw", {"reopen": True})
    assert states(owner, both) == ["pending", "pending"]


def test_another_value_stays_a_choice_beside_both(both, ask, agent, owner):
    agent_value = ask(agent("supervisor"), "Jewish").json()["proposal_id"]
    assert states(owner, [*both, agent_value]) == ["superseded", "pending", "pending"]
    assert owner.post(f"/proposals/{both[1]}/approve", {}).status_code == 200
    assert states(owner, [both[1], agent_value]) == ["approved", "stale"]


REFUSED = [
    ("/users/{}/facts/identity/immigration_status", {"value": "undocumented"}, {"value": "citizen"}),
    ("/memories", {"content": "Is bisexual."}, {"content": "Is straight."}),
    ("/memories", {"content": "Is bisexual."}, {"content": "Ana is into chess and gay."}),
]


@pytest.mark.parametrize(("path", "refused", "wrong"), REFUSED)
def test_what_the_person_refused_to_another_is_asked_for_as_anything_else(path, refused, wrong, api, other, owner, ana):
    def send(client, body):
        if path == "/memories":
            return client.post(path, {"user_id": ana, **body})
        return client.put(path.format(ana), body)

    assert owner.post(f"/proposals/{send(api, refused).json()['proposal_id']}/reject", {}).status_code == 200
    assert send(api, refused).status_code == 409, "who asked for it is told"
    answers = [send(other, body) for body in (refused, wrong)]
    assert [one.status_code for one in answers] == [202, 202]
    assert {*answers[0].json()} == {*answers[1].json()}
    asked = [row["id"] for row in owner.get("/proposals", {"state": "pending"}).json()["results"]]
    assert asked == [answers[1].json()["proposal_id"]]


@pytest.mark.parametrize("guess", ["Ana is bi.", "Ana is bisexual", "She is bisexual."])
def test_nor_is_it_told_in_other_words(guess, api, other, owner, ana):
    asked = api.post("/memories", {"user_id": ana, "content": "Is bisexual."}).json()["proposal_id"]
    owner.post(f"/proposals/{asked}/reject", {})
    assert other.post("/memories", {"user_id": ana, "content": guess}).status_code == 202
    assert owner.get("/proposals/counts").json()["pending"] == 0


def test_nor_what_stood_beside_what_the_person_chose(api, other, owner, ana):
    def put(client, value):
        return client.put(f"/users/{ana}/facts/identity/pronouns", {"value": value})

    _asked, chosen = (put(client, value).json() for client, value in ((api, "they/them"), (other, "she/her")))
    owner.post(f"/proposals/{chosen['proposal_id']}/approve", {})
    assert put(api, "they/them").status_code == 409
    assert [put(other, value).status_code for value in ("they/them", "he/him")] == [202, 202]
