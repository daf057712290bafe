"""What an agent is told that asks for what the person has answered: a title that holds for every answer, and which."""

import pytest

TITLE = "The person has already answered this"


@pytest.fixture
def city(api, ana):
    return lambda value="Lisbon": api.put(f"/users/{ana}/facts/identity/city", {"value": value})


@pytest.mark.parametrize(
    "answers, told",
    [
        ([("reject", {})], "The person refused this."),
        ([("approve", {}), ("withdraw", {})], "The person took their yes to this back."),
        ([("amend", {"value": "Faro"})], "The person chose another value for this field"),
    ],
)
def test_the_title_is_true_and_the_detail_says_which(owner, city, answers, told):
    asked = f"/proposals/{city().json()['proposal_id']}"
    for verb, body in answers:
        assert owner.post(f"{asked}/{verb}", body).status_code == 200
    problem = city().json()
    assert (problem["type"], problem["title"]) == ("/problems/refused-by-person", TITLE)
    assert problem["detail"].startswith(told)


def test_a_text_that_they_edited_is_called_theirs(owner, api, ana):
    text = {"user_id": ana, "content": "Ana lives in Lisbon and has a balcony."}
    asked = f"/proposals/{api.post('/memories', text).json()['proposal_id']}"
    assert owner.post(f"{asked}/amend", {"value": "Ana lives by the river."}).status_code == 200
    assert api.post("/memories", text).json()["detail"].startswith("The person put this into their own words")


def test_so_of_what_they_said_is_wrong(owner, city, ana):
    kept = owner.put(f"/users/{ana}/facts/identity/city", {"value": "Lisbon"}).json()["memory_id"]
    owner.post(f"/memories/{kept}/reject", {})
    assert (city().json()["title"], city().json()["detail"]) == (TITLE, "The person said that this is wrong.")


def test_a_rule_of_the_person_s_own_is_told_to_the_agent_it_is_for(owner, agent, ana, city):
    owner.post(f"/proposals/{city().json()['proposal_id']}/reject", {"remember": "never"})
    problem = city("Faro").json()
    assert (problem["status"], problem["title"]) == (403, "A rule forbids remembering this")
    assert problem["detail"] == "The person made a rule that you are never to remember this."
    text = {"user_id": ana, "content": "Ana lives in Faro.", "category": "goals"}
    assert agent("planner").post("/memories", text).status_code == 202


def test_a_policy_of_the_workspace_is_called_one(owner, city):
    owner.put("/consent/policies", {"policies": [{"fact_key": "city", "outcome": "never"}]})
    problem = city().json()
    assert (problem["status"], problem["title"]) == (403, "A rule forbids remembering this")
    assert problem["detail"] == "A policy says that this is never to be remembered."


@pytest.mark.parametrize("text", ["Ana lives in Lisbon.", "Ana lives in Lisbon. Two plants stand on the balcony."])
@pytest.mark.parametrize("answer", ["replaced", "refused along", "undone"])
def test_a_sentence_repeats_a_value_that_was_not_chosen_as_the_field_does(owner, api, city, ana, answer, text):
    values = ("Porto", "Lisbon") if answer == "replaced" else ("Lisbon", "Porto")
    *_earlier, asked = [f"/proposals/{city(value).json()['proposal_id']}" for value in values]
    verb, body = ("reject", {}) if answer == "refused along" else ("amend", {"value": "Coimbra"})
    owner.post(f"{asked}/{verb}", body)
    if answer == "undone":
        owner.post(f"{asked}/withdraw", {"reopen": True})

    statuses = {city().status_code, api.post("/memories", {"user_id": ana, "content": text}).status_code}
    waiting = owner.get("/proposals?state=pending").json()["results"]

    assert "Lisbon" in str(waiting) if answer == "undone" else (409 in statuses and "Lisbon" not in str(waiting))


@pytest.mark.parametrize(
    "verb, body, value",
    [("amend", {"value": "Faro"}, "Lisbon"), ("approve", {}, "Lisbon"), ("amend", {"value": "Faro"}, "Porto")],
)
def test_what_the_card_showed_and_was_not_chosen_counts_as_refused(owner, api, city, ana, verb, body, value):
    city("Lisbon")
    asked = f"/proposals/{city('Porto').json()['proposal_id']}"
    assert owner.post(f"{asked}/{verb}", body).status_code == 200

    answers = city(value), api.post("/memories", {"user_id": ana, "content": f"Ana lives in {value}."})

    assert [one.status_code for one in answers] == [409, 409]
    assert owner.get("/proposals?state=pending").json()["results"] == []
    assert city("Braga").status_code == 202


def test_undoing_the_answer_ends_that(owner, city):
    city("Lisbon")
    asked = f"/proposals/{city('Porto').json()['proposal_id']}"
    owner.post(f"{asked}/amend", {"value": "Faro"})
    owner.post(f"{asked}/withdraw", {"reopen": True})
    assert city("Lisbon").status_code == 202


@pytest.fixture
def pronouns(ana):
    return lambda who, value: who.put(f"/users/{ana}/facts/identity/pronouns", {"value": value})


def test_two_agents_that_disagree_about_pronouns_do_not_ask_by_turns(owner, api, other, pronouns):
    first, second = pronouns(api, "they/them").json(), pronouns(other, "she/her").json()
    owner.post(f"/proposals/{second['proposal_id']}/approve")

    again = pronouns(api, "they/them")

    assert first["status"] == "pending_consent" and again.status_code == 409
    assert again.json()["detail"].startswith("The person chose another value.")
    assert pronouns(other, "she/her").status_code == 200
    assert owner.get("/proposals?state=pending").json()["results"] == []


def test_nor_where_the_one_took_the_place_of_the_other(owner, api, other, pronouns):
    for who, value in ((api, "they/them"), (other, "she/her")):
        owner.post(f"/proposals/{pronouns(who, value).json()['proposal_id']}/approve")

    assert pronouns(api, "they").status_code == 409
    assert pronouns(owner, "they/them").status_code == 200
    assert pronouns(api, "they/them").status_code == 200
