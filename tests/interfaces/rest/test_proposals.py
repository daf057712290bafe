"""`/proposals`: what waits for a person's yes, and their decision (001 §10)."""

import json
from uuid import UUID, uuid4

import pytest

from consent.models import Proposal
from workspaces import scope


@pytest.fixture
def proposal(api, ana):
    """The proposal that Ana lives in Lisbon."""
    made = api.put(f"/users/{ana}/facts/identity/city", {"value": "Lisbon", "reason": "She said so."}).json()
    return f"/proposals/{made['proposal_id']}"


@pytest.fixture
def live_in(owner, ana):
    def write(city):
        answer = owner.put(f"/users/{ana}/facts/identity/city", {"value": city})
        assert answer.status_code in (200, 201), answer.json()

    return write


def test_a_proposal_tells_what_would_change(api, owner, ana, proposal):
    body = owner.get(proposal).json()
    assert (body["field"], body["old_value"], body["new_value"]) == ("identity.city", "", "Lisbon")
    assert (body["user_id"], body["state"], body["reason"]) == (ana, "pending", "She said so.")
    assert body["asked_by"] == "agent:supervisor" and body["expires_at"] > body["created_at"]
    assert api.get(proposal).json() == body


def test_who_sees_a_proposal(agent, colleague, outsider, proposal):
    for who in (colleague, outsider, agent("planner")):
        assert who.get(proposal).status_code == 404
        assert who.get("/proposals").json()["results"] == []


def test_approving_applies_the_change(owner, api, ana, proposal):
    answer = owner.post(f"{proposal}/approve", {"change_hash": owner.get(proposal).json()["change_hash"]})
    assert (answer.status_code, answer.json()["state"]) == (200, "approved")
    assert answer.json()["result"]["status"] == "created"
    assert api.get(f"/users/{ana}/facts/identity/city").json()["validation_status"] == "verified"


def test_approving_a_sentence_names_the_field_that_says_otherwise(owner, api, ana, live_in):
    live_in("Porto")
    asked = api.post("/memories", {"user_id": ana, "content": "Ana lives in Maribor."}).json()
    result = owner.post(f"/proposals/{asked['proposal_id']}/approve").json()["result"]
    assert result["warning_codes"] == ["field-differs"]
    assert result["warnings"] == ["The field 'city' still says 'Porto'."]
    assert f"PUT /api/v1/users/{ana}/facts/identity/city" in result["message"]


def test_a_sentence_that_says_what_the_field_says_warns_of_nothing(owner, api, ana, live_in):
    content = "Ana lives in Porto, and walks to the river every morning before work."
    asked = api.post("/memories", {"user_id": ana, "content": content}).json()
    live_in("Porto")
    assert owner.post(f"/proposals/{asked['proposal_id']}/approve").json()["result"]["warnings"] == []


def test_a_fact_of_the_persons_own_closes_the_question_that_says_no_more(owner, api, ana, live_in):
    asked = api.post("/memories", {"user_id": ana, "content": "Ana lives in Porto."}).json()
    live_in("Porto")
    assert owner.get(f"/proposals/{asked['proposal_id']}").json()["state"] != "pending"


def test_refusing_keeps_nothing(owner, api, ana, proposal):
    assert owner.post(f"{proposal}/reject").json()["state"] == "rejected"
    assert api.get(f"/users/{ana}/facts/identity/city").status_code == 404


def test_agents_learn_no_value_of_what_was_refused(owner, api, proposal):
    owner.post(f"{proposal}/reject")
    seen = api.get(proposal).json()
    assert (seen["state"], seen["new_value"], seen["reason"], seen["change_hash"]) == ("rejected", "", "", "")
    assert owner.get(proposal).json()["new_value"] == "Lisbon"


@pytest.fixture
def of_another(home, proposal):
    """As if another agent than the caller had asked."""
    with scope.enter(home.workspace_id):
        Proposal.objects.update(agent_id=uuid4())
    return proposal


def test_another_agent_learns_neither_value_nor_field_of_what_waits(api, owner, of_another):
    """What is queued is retrievable for nobody but the person; the agent that asked knows it anyway."""
    seen = api.get(of_another).json()
    assert (seen["state"], seen["title"]) == ("pending", "Set fact")
    hidden = ("field", "category", "new_value", "reason", "change_hash", "shown_hash")
    assert {seen[name] for name in hidden} == {""} and seen["memory_id"] is None
    assert (owner.get(of_another).json()["new_value"], owner.get(of_another).json()["title"]) == ("Lisbon", "City")


def test_nor_that_the_field_waits(api, ana, of_another):
    answer = api.get(f"/users/{ana}/facts/identity/city")
    assert (answer.status_code, "consent" in answer.json()["detail"]) == (404, False)


def test_nor_anything_of_what_others_asked_for_in_vain(api, owner, of_another):
    owner.post(f"{of_another}/reject")
    assert api.get(of_another).status_code == 404
    assert api.get("/proposals", {"state": "rejected"}).json()["results"] == []
    assert api.get("/proposals/counts").json()["rejected"] == 0
    assert owner.get("/proposals", {"state": "rejected"}).json()["results"] != []


def test_proposals_are_counted_for_one_person(api, ana, ben):
    api.put(f"/users/{ana}/facts/identity/city", {"value": "Lisbon"})
    counted = [api.get("/proposals/counts", {"user_id": who}).json()["pending"] for who in (ana, ben)]
    assert (counted, api.get("/proposals/counts").json()["pending"]) == ([1, 0], 1)
    assert api.get("/proposals/counts", {"person": ana}).status_code == 422


def test_what_was_approved_it_reads_with_the_memory(api, owner, of_another):
    owner.post(f"{of_another}/approve")
    seen = api.get(of_another).json()
    assert (seen["field"], seen["title"], seen["new_value"]) == ("identity.city", "City", "Lisbon")


def test_its_export_tells_as_little(api, owner, ana, of_another):
    def row():
        return json.loads(api.get(f"/users/{ana}/export").getvalue())["proposals"]

    told = {"field", "category", "namespace_path", "memory_id", "new_value", "claims", "change"}
    assert len(row()) == 1 and not told & row()[0].keys()
    owner.post(f"{of_another}/reject")
    assert row() == []


@pytest.mark.parametrize("verb", ["approve", "reject"])
def test_an_api_key_never_decides(api, verb, proposal):
    assert api.post(f"{proposal}/{verb}").status_code == 403
    assert api.get(proposal).json()["state"] == "pending"


@pytest.mark.parametrize("path", ["/approve", "/reject", "/amend", "/withdraw", "/ask-again", "/bulk"])
def test_an_api_key_is_refused_before_its_body_is_read(api, owner, path, proposal):
    address = "/proposals/bulk" if path == "/bulk" else f"{proposal}{path}"
    assert api.post(address, {"values": ["Braga"]}).status_code == 403
    assert owner.post(address, {"values": ["Braga"]}).status_code == 422


@pytest.mark.parametrize("verb", ["approve", "reject"])
def test_nobody_else_decides(colleague, outsider, owner, verb, proposal):
    assert colleague.post(f"{proposal}/{verb}").status_code == 404
    assert outsider.post(f"{proposal}/{verb}").status_code == 403
    assert owner.get(proposal).json()["state"] == "pending"


@pytest.mark.parametrize("first", ["approve", "reject"])
@pytest.mark.parametrize("second", ["approve", "reject"])
def test_it_is_decided_once(owner, proposal, first, second):
    owner.post(f"{proposal}/{first}")
    late = owner.post(f"{proposal}/{second}")
    assert (late.status_code, late.json()["type"]) == (409, "/problems/proposal-not-pending")
    assert late.json()["state"] == {"approve": "approved", "reject": "rejected"}[first]


def test_another_change_than_the_one_shown_is_not_approved(owner, proposal):
    late = owner.post(f"{proposal}/approve", {"change_hash": "0" * 64})
    assert late.status_code == 409


def test_an_unknown_proposal_is_not_found(owner):
    assert owner.get(f"/proposals/{uuid4()}").status_code == 404
    assert owner.post(f"/proposals/{uuid4()}/approve").status_code == 404


def test_the_list_is_filtered_and_takes_one_query(api, ana, owner, proposal, reads):
    api.put(f"/users/{ana}/facts/identity/pronouns", {"value": "she/her"})
    owner.post(f"{proposal}/reject")
    assert len(api.get("/proposals").json()["results"]) == 2
    assert [row["field"] for row in api.get("/proposals", {"state": "pending"}).json()["results"]] == [
        "identity.pronouns"
    ]
    assert api.get("/proposals", {"user_id": str(uuid4())}).json()["results"] == []
    assert reads(lambda: api.get("/proposals")) == 1


def test_a_proposal_is_named_in_words(api, owner, ana, proposal):
    """The `field` of a text that was given no key is an id, which says nothing to a reader."""
    text = {"user_id": ana, "content": "My home address is 12 Elm Street, Porto.", "category": "knowledge"}
    asked = api.post("/memories", text).json()
    seen = owner.get(f"/proposals/{asked['proposal_id']}").json()

    assert UUID(seen["field"]) and seen["title"] == "Home address"
    assert api.get(proposal).json()["title"] == "City"


@pytest.mark.parametrize("verb", ["approve", "reject"])
def test_a_text_that_states_one_field_is_named_by_it_and_stays_so(api, owner, ana, verb):
    asked = api.post("/memories", {"user_id": ana, "content": "Ana lives in Coimbra now."}).json()
    proposal = f"/proposals/{asked['proposal_id']}"
    assert {who.get(proposal).json()["title"] for who in (api, owner)} == {"City"}

    owner.post(f"{proposal}/{verb}")
    assert {who.get(proposal).json()["title"] for who in (api, owner)} == {"City"}


def test_a_new_memory_is_called_new_after_the_yes(api, owner, ana):
    text = {"user_id": ana, "content": "Ana lives in Coimbra. She uses she/her pronouns.", "category": "knowledge"}
    proposal = f"/proposals/{api.post('/memories', text).json()['proposal_id']}"
    assert owner.get(proposal).json()["title"] == "New memory (knowledge)"

    owner.post(f"{proposal}/approve")
    assert owner.get(proposal).json()["title"] == "New memory (knowledge)"


def test_an_agent_reads_its_own_value_after_a_later_question_took_its_place(api, ana, agent, proposal):
    later = api.put(f"/users/{ana}/facts/identity/city", {"value": "Faro"}).json()
    seen = api.get(proposal).json()
    assert (seen["state"], seen["new_value"], seen["reason"]) == ("superseded", "Lisbon", "She said so.")
    assert seen["superseded_by"] == later["proposal_id"]
    assert seen["superseded_by_review_url"] == later["review_url"]
    assert len(seen["change_hash"]) == len(seen["shown_hash"]) == 64
    assert agent("planner").get(proposal).status_code == 404


def test_nobody_learns_of_a_later_question_that_they_may_not_see(api, owner, home, ana, proposal):
    """One that the person is not bothered with."""
    later = api.put(f"/users/{ana}/facts/identity/city", {"value": "Faro"}).json()["proposal_id"]
    with scope.enter(home.workspace_id):
        Proposal.objects.filter(id=later).update(is_muted=True)
    assert api.get(proposal).json()["superseded_by"] == later
    seen = owner.get(proposal).json()
    assert (seen["state"], seen["superseded_by"], seen["superseded_by_review_url"]) == ("superseded", None, None)
