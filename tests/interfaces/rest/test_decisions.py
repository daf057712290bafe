"""Answers over REST: amend, withdraw, bulk, ask again, by whom and with which hash."""

from uuid import uuid4

import pytest

from consent.models import Policy
from consent.models.policy import Outcome
from consent.policies.preferences import add_preference
from interfaces.rest.consent.problems import AlreadyDecided, ProposalChanged
from providers.statements import Address
from tests.interfaces.rest.conftest import by_login
from workspaces import scope
from workspaces.models import Account, Membership
from workspaces.models.membership import Role

VERBS = ("approve", "amend", "reject", "withdraw", "ask-again")


@pytest.fixture
def ask(api, ana):
    """The supervisor asks to remember a fact; answers with the proposal's path."""

    def _ask(value="Lisbon", *, key="city", who=ana):
        made = api.put(f"/users/{who}/facts/identity/{key}", {"value": value})
        assert made.status_code == 202
        return f"/proposals/{made.json()['proposal_id']}"

    return _ask


@pytest.fixture
def city(api, ana):
    return lambda: api.get(f"/users/{ana}/facts/identity/city").json().get("value")


def send(client, proposal, verb, **body):
    return client.post(f"{proposal}/{verb}", ({"value": "Faro"} if verb == "amend" else {}) | body)


def test_a_queued_write_answers_202_with_the_proposal_s_address(api, ana):
    made = api.put(f"/users/{ana}/facts/identity/city", {"value": "Lisbon"})
    assert (made.status_code, made.json()["status"]) == (202, "pending_consent")
    path = made.json()["proposal_url"].partition("/api/v1")[2]
    assert api.get(path).json()["id"] == made.json()["proposal_id"]


def test_amending_keeps_the_person_s_value(owner, ask, city):
    proposal = ask()
    answer = send(owner, proposal, "amend", value="Faro")
    assert (answer.status_code, answer.json()["state"], city()) == (200, "amended", "Faro")


def test_an_empty_value_is_told_field_by_field(owner, ask, city):
    answer = send(owner, ask(), "amend", value="  ")
    assert (answer.status_code, answer.json()["errors"][0]["field"], city()) == (422, "value", None)


def test_withdrawing_undoes_it_as_easily(owner, ask, city):
    proposal = ask()
    send(owner, proposal, "approve")
    assert city() == "Lisbon"
    answer = send(owner, proposal, "withdraw")
    assert (answer.json()["state"], answer.json()["result"]["status"], city()) == ("withdrawn", "forgotten", None)


def test_undo_lets_it_wait_again(owner, ask, city):
    proposal = ask()
    send(owner, proposal, "approve")
    assert send(owner, proposal, "withdraw", reopen=True).json()["state"] == "pending"
    assert (owner.get(proposal).json()["state"], city()) == ("pending", None)


@pytest.mark.parametrize("verb", ["approve", "amend", "reject"])
def test_an_edited_or_replayed_answer_is_refused(owner, ask, city, verb):
    proposal = ask()
    shown = owner.get(proposal).json()["shown_hash"]
    forged = send(owner, proposal, verb, shown_hash="0" * 64)
    assert (forged.status_code, forged.json()["type"]) == (409, f"/problems/{ProposalChanged.slug}")
    assert forged.json()["state"] == "pending" and forged.json()["shown_hash"] == shown
    assert send(owner, proposal, verb, shown_hash=shown).status_code == 200
    settled = city()
    replayed = send(owner, proposal, verb, shown_hash=shown)
    assert (replayed.status_code, replayed.json()["type"]) == (409, f"/problems/{AlreadyDecided.slug}")
    assert city() == settled


def test_an_answer_from_before_an_undo_does_not_count(owner, ask, city):
    proposal = ask()
    shown = owner.get(proposal).json()["shown_hash"]
    send(owner, proposal, "approve", shown_hash=shown)
    send(owner, proposal, "withdraw", reopen=True)
    assert send(owner, proposal, "approve", shown_hash=shown).status_code == 409
    assert send(owner, proposal, "approve").status_code == 409
    assert city() is None


def test_a_refused_value_is_409_until_the_person_says_otherwise(owner, api, ana, ask):
    proposal = ask()
    send(owner, proposal, "reject")
    again = api.put(f"/users/{ana}/facts/identity/city", {"value": "lisbon"})
    assert (again.status_code, again.json()["type"]) == (409, "/problems/refused-by-person")
    assert send(owner, proposal, "ask-again").status_code == 204
    assert api.put(f"/users/{ana}/facts/identity/city", {"value": "lisbon"}).status_code == 202


@pytest.mark.parametrize("verb", VERBS)
def test_an_api_key_never_answers(api, agent, ask, verb):
    proposal = ask()
    for who in (api, agent("planner")):
        assert send(who, proposal, verb).status_code == 403


@pytest.mark.parametrize("verb", VERBS)
def test_nor_does_anybody_else(colleague, outsider, elsewhere, ask, verb):
    proposal = ask()
    assert send(colleague, proposal, verb).status_code == 404
    assert send(outsider, proposal, verb).status_code == 403
    assert send(by_login("stranger"), proposal, verb).status_code == 404


@pytest.mark.parametrize("verb", VERBS)
def test_a_login_needs_its_csrf_token(owner, ask, verb):
    proposal = ask()
    owner.client.handler.enforce_csrf_checks = True
    assert send(owner, proposal, verb).status_code == 403


def test_many_at_once_each_with_its_look(owner, ask, city):
    first, second = ask(), ask("she/her", key="pronouns")
    looks = [owner.get(path).json() for path in (first, second)]
    body = [{"id": one["id"], "verdict": "approve", "shown_hash": one["shown_hash"]} for one in looks]
    body[1]["verdict"] = "reject"
    body.append({"id": str(uuid4()), "verdict": "approve", "shown_hash": "0" * 64})
    results = owner.post("/proposals/bulk", {"decisions": body}).json()["results"]
    assert [(one["counts"], one["state"]) for one in results] == [(True, "approved"), (True, "rejected"), (False, None)]
    assert city() == "Lisbon"


def test_without_a_hash_nothing_is_decided_in_bulk(owner, ask):
    one = {"id": ask().rpartition("/")[2], "verdict": "approve"}
    assert owner.post("/proposals/bulk", {"decisions": [one]}).status_code == 422


def test_a_key_decides_nothing_in_bulk(api, ask):
    one = {"id": ask().rpartition("/")[2], "verdict": "approve", "shown_hash": "0" * 64}
    assert api.post("/proposals/bulk", {"decisions": [one]}).status_code == 403


def test_counts_in_one_query(owner, api, colleague, ask, reads):
    first, _ = ask(), ask("she/her", key="pronouns")
    send(owner, first, "approve")
    counts = owner.get("/proposals/counts").json()
    assert (counts["pending"], counts["approved"], counts["expiring"]) == (1, 1, 0)
    assert colleague.get("/proposals/counts").json()["pending"] == 0
    assert reads(lambda: api.get("/proposals/counts")) == 1


def test_always_and_never_are_listed_and_taken_back(owner, api, ana, ask, colleague):
    send(owner, ask(), "approve", remember="always")
    send(owner, ask("she/her", key="pronouns"), "reject", remember="never")
    rules = owner.get("/consent/preferences").json()["results"]
    assert {(rule["field"], rule["rule"], rule["agent"]) for rule in rules} == {
        ("identity.city", "always", "supervisor"),
        ("identity.pronouns", "never", "supervisor"),
    }
    assert api.put(f"/users/{ana}/facts/identity/city", {"value": "Faro"}).status_code == 200
    assert api.put(f"/users/{ana}/facts/identity/pronouns", {"value": "they/them"}).status_code == 403
    assert colleague.get("/consent/preferences").json()["results"] == []
    path = f"/consent/preferences/{rules[0]['id']}"
    assert colleague.delete(path).status_code == 404 and api.delete(path).status_code == 403
    assert owner.delete(path).status_code == 204 and owner.delete(path).status_code == 404


def test_a_reviewer_decides_what_is_delegated(home, ask):
    account = Account.objects.create_user("reviewer")
    Membership.objects.create(account=account, workspace_id=home.workspace_id, role=Role.REVIEWER)
    reviewer = by_login("reviewer")
    delegated, other = ask(), ask("she/her", key="pronouns")
    with scope.enter(home.workspace_id):
        Policy.objects.create(fact_category="identity", fact_key="city", outcome="consent", delegates_to_reviewers=True)
    assert send(reviewer, other, "approve").status_code == 403
    assert send(reviewer, delegated, "approve").status_code == 200


def test_an_owner_is_nobody_else_s_person(owner, ask, ben):
    assert send(owner, ask(who=ben), "approve").status_code == 403


def test_an_answer_in_a_chat(owner, api, home, ana, ask, supervisor):
    with scope.enter(home.workspace_id):
        Policy.objects.create(fact_category="identity", fact_key="city", outcome="consent", allows_chat=True)
    grant = {"agent_id": str(supervisor.id), "user_id": ana, "relays_consent": True}
    assert api.post("/grants", grant).status_code == 403
    assert owner.post("/grants", grant).status_code == 201
    proposal = ask()
    code = owner.post(f"{proposal}/acknowledge").json()["code"]
    assert api.post(f"{proposal}/acknowledge").json()["code"] is None
    code = owner.post(f"{proposal}/acknowledge").json()["code"]
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    turns = [{"role": "user", "content": f"Yes, {code}"}]
    api.post(f"/sessions/{session}/turns", {"turns": turns})
    (turn,) = api.get(f"/sessions/{session}/turns").json()["results"]
    answer = api.post(f"{proposal}/acknowledge", {"turn_id": turn["id"]})
    assert (answer.status_code, answer.json()["state"]) == (200, "approved")
    assert owner.post(f"{proposal}/acknowledge").status_code == 409


def test_staff_let_nobody_relay_for_others(owner, ben, supervisor):
    grant = {"agent_id": str(supervisor.id), "user_id": ben, "relays_consent": True}
    assert owner.post("/grants", grant).status_code == 403
    assert owner.post("/grants", grant | {"relays_consent": False}).status_code == 201


def test_a_receipt_is_downloaded_by_the_person_alone(owner, api, colleague, ask):
    proposal = ask()
    assert owner.get(f"{proposal}/receipt").status_code == 404
    send(owner, proposal, "approve")
    file = owner.get(f"{proposal}/receipt")
    assert file.json()["answers"][0]["disclosure"]["new_value"] == "Lisbon"
    assert "attachment" in file["Content-Disposition"] and file["Cache-Control"] == "no-store"
    assert owner.get(f"{proposal}/receipt", {"values": "false"}).json()["answers"][0]["disclosure"] is None
    assert api.get(f"{proposal}/receipt").status_code == 403
    assert colleague.get(f"{proposal}/receipt").status_code == 404


def test_what_was_asked_before_is_shown_to_the_person_alone(owner, api, ask):
    ask("Rome")
    later = ask("Lisbon")
    (entry,) = owner.get(later).json()["evidence"]
    assert (entry["value"], entry["asked_by"]) == ("Rome", "agent:supervisor")
    assert api.get(later).json()["evidence"] == []


def test_why_it_ended_is_told(owner, ask):
    first = ask("Rome")
    ask("Lisbon")
    assert owner.get(first).json()["state"] == "superseded"
    assert "took its place" in owner.get(first).json()["closed_because"]


def test_what_is_not_answered_cannot_be_taken_back(owner, ask):
    late = send(owner, ask(), "withdraw")
    assert (late.status_code, late.json()["detail"]) == (409, "It has not been answered yet.")


def test_a_request_to_forget_what_the_person_has_replaced_is_closed(owner, api, ana, ask):
    send(owner, ask("Lisbon"), "approve")
    later = ask("Faro")
    removal = api.delete(f"/users/{ana}/facts/identity/city").json()["proposal_id"]
    page = owner.client.get(f"/proposals/{removal}").content.decode()
    assert "wants to forget" in page and "Only this text is saved" not in page
    send(owner, later, "approve")
    closed = api.get(f"/proposals/{removal}").json()
    assert closed["state"] == "stale" and "changed it since" in closed["closed_because"]
    assert owner.get("/proposals", {"state": "pending"}).json()["results"] == []


def test_so_it_is_where_they_write_it_themselves(owner, api, ana, ask):
    send(owner, ask("Lisbon"), "approve")
    removal = api.delete(f"/users/{ana}/facts/identity/city").json()["proposal_id"]
    owner.put(f"/users/{ana}/facts/identity/city", {"value": "Faro"})
    assert api.get(f"/proposals/{removal}").json()["state"] == "stale"


def test_what_the_person_forgets_no_agent_reads_from_its_question(api, owner, ana):
    asked = api.post("/memories", {"user_id": ana, "content": "Ana has epilepsy."}).json()["proposal_id"]
    assert owner.post(f"/proposals/{asked}/approve").status_code == 200
    assert api.get(f"/proposals/{asked}").json()["new_value"] == "Ana has epilepsy."
    memory = api.get("/memories", {"user_id": ana}).json()["results"][0]["id"]
    assert owner.delete(f"/memories/{memory}").status_code == 200
    assert "epilepsy" not in api.get(f"/proposals/{asked}").content.decode()
    assert owner.get(f"/proposals/{asked}").json()["new_value"] == "Ana has epilepsy."


def test_a_rule_for_every_agent_names_none(owner, home, person, now):
    add_preference(agent_id=None, field=Address("identity", "city"), outcome=Outcome.CONSENT, actor=person, now=now)

    (rule,) = owner.get("/consent/preferences").json()["results"]

    assert (rule["field"], rule["agent_id"], rule["agent"], rule["rule"]) == ("identity.city", None, "", "ask")
