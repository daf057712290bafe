"""`/users/{id}/facts`: structured facts (002), behind the consent gate."""

from uuid import uuid4

import pytest

from tests.interfaces.rest.conftest import by_key


@pytest.fixture
def facts(ana):
    return f"/users/{ana}/facts"


def test_a_fact_is_set_and_found_again(api, facts, ana):
    answer = api.put(f"{facts}/constraint/diet", {"value": "vegetarian", "confidence": 0.9, "reason": "She said so."})
    assert (answer.status_code, answer.json()["status"]) == (200, "created")
    fact = api.get(f"{facts}/constraint/diet").json()
    assert (fact["value"], fact["confidence"], fact["importance"]) == ("vegetarian", 0.9, 0.8)
    assert (fact["user_id"], fact["category"], fact["key"], fact["valid_to"]) == (ana, "constraint", "diet", None)
    assert fact["memory_id"] == answer.json()["memory_id"] and fact["importance_level"] == 4


def test_a_sensitive_field_waits_for_consent(api, owner, facts):
    """001 §10: an agent asks, the person decides."""
    answer = api.put(f"{facts}/identity/city", {"value": "Lisbon"})
    assert (answer.status_code, answer.json()["status"]) == (202, "pending_consent")
    assert api.get(f"{facts}/identity/city").status_code == 404
    approved = owner.post(f"/proposals/{answer.json()['proposal_id']}/approve")
    assert approved.status_code == 200, approved.json()
    assert api.get(f"{facts}/identity/city").json()["value"] == "Lisbon"


def test_the_writer_is_told_of_a_secret_in_a_value(api, facts):
    answer = api.put(f"{facts}/preference/editor", {"value": "vim, with the key AKIAIOSFODNN7EXAMPLE"})
    assert (answer.json()["status"], answer.json()["redacted"]) == ("created", ["aws_key_id"])
    assert "AKIA" not in answer.content.decode()


@pytest.mark.parametrize("path", ["profile/lives in", "identity/Current-City", "preference/CITY", "identity/\u0441ity"])
def test_no_spelling_of_a_field_gets_past_consent(api, facts, path):
    """R14; the last one begins with a Cyrillic letter."""
    assert api.put(f"{facts}/{path}", {"value": "Lisbon"}).status_code == 202


def test_the_person_needs_nobodys_consent(owner, facts):
    assert owner.put(f"{facts}/identity/city", {"value": "Porto"}).json()["status"] == "created"
    fact = owner.get(f"{facts}/identity/city").json()
    assert (fact["confidence"], fact["validation_status"], fact["trust"]) == (1.0, "verified", "person")


def test_a_lower_confidence_changes_nothing(api, facts):
    """R15."""
    api.put(f"{facts}/constraint/diet", {"value": "vegetarian", "confidence": 1.0})
    answer = api.put(f"{facts}/constraint/diet", {"value": "vegan", "confidence": 0.6})
    assert (answer.status_code, answer.json()["status"]) == (200, "unchanged")
    assert api.get(f"{facts}/constraint/diet").json()["value"] == "vegetarian"


def test_earlier_values_are_kept(api, facts):
    for value in ("vegetarian", "vegan"):
        api.put(f"{facts}/constraint/diet", {"value": value})
    rows = api.get(f"{facts}/constraint/diet/history").json()["results"]
    assert [(row["value"], row["valid_to"] is None) for row in rows] == [("vegan", True), ("vegetarian", False)]


def test_an_earlier_value_is_brought_back(api, facts):
    for value in ("vegetarian", "vegan"):
        api.put(f"{facts}/constraint/diet", {"value": value})
    assert api.post(f"{facts}/constraint/diet/restore", {"version": 1}).json()["status"] == "restored"
    assert api.get(f"{facts}/constraint/diet").json()["value"] == "vegetarian"


def test_a_field_of_many_values_holds_them_side_by_side(api, facts):
    """R13."""
    for value in ("Peanuts", "Cats"):
        assert api.put(f"{facts}/constraint/allergies", {"value": value}).status_code == 200
    assert sorted(api.get(f"{facts}/constraint/allergies").json()["values"]) == ["Cats", "Peanuts"]
    assert api.delete(f"{facts}/constraint/allergies").status_code == 409
    assert api.delete(f"{facts}/constraint/allergies?item=cats").json()["status"] == "forgotten"
    assert api.get(f"{facts}/constraint/allergies").json()["values"] == ["Peanuts"]


def test_a_programming_language_is_no_spoken_one(api, facts):
    """R14."""
    assert api.put(f"{facts}/preference/language", {"value": "Python"}).status_code == 200
    assert api.get(f"{facts}/preference/language").json()["key"] == "programming_language"
    assert api.put(f"{facts}/identity/language", {"value": "Portuguese"}).status_code == 202


def test_a_number_is_kept_as_its_text(api, facts):
    for value, text in ((42, "42"), (1.5, "1.5"), (True, "true")):
        api.put(f"{facts}/preference/answer_length", {"value": value})
        assert api.get(f"{facts}/preference/answer_length").json()["value"] == text


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("mood/today", {"value": "x"}, "category"),
        ("preference/a$b", {"value": "x"}, "key"),
        (f"preference/{'k' * 65}", {"value": "x"}, "key"),
        ("preference/style", {}, "value"),
        ("preference/style", {"value": ""}, "value"),
        ("preference/style", {"value": "  "}, "value"),
        ("preference/style", {"value": None}, "value"),
        ("preference/style", {"value": ["a"]}, "value"),
        ("preference/style", {"value": "x" * 2001}, "value"),
        ("preference/style", {"value": "x", "confidence": 1.1}, "confidence"),
        ("preference/style", {"value": "x", "importance": 9}, "importance"),
    ],
)
def test_a_value_out_of_bounds_is_named(api, facts, path, body, field):
    answer = api.put(f"{facts}/{path}", body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == field


def test_a_category_off_the_allowlist_is_refused_by_name(agent, facts):
    """R3: identity counts as `profile`."""
    for answer in (
        agent("planner").get(f"{facts}/identity/city"),
        agent("planner").put(f"{facts}/constraint/diet", {"value": "vegan"}),
    ):
        assert (answer.status_code, answer.json()["category"]) == (403, "profile")


def test_it_says_which_category_counts_where_the_address_names_another(agent, facts):
    for answer in (
        agent("planner").put(f"{facts}/goals/goals", {"value": "run a marathon"}),
        agent("planner").get(f"{facts}/goals/goals"),
    ):
        assert (answer.status_code, answer.json()["category"]) == (403, "preferences")
        assert "under 'preferences' if the field is a preference" in answer.json()["detail"]


def test_who_sees_facts(api, owner, colleague, outsider, facts):
    api.put(f"{facts}/constraint/diet", {"value": "vegetarian"})
    assert [row["key"] for row in owner.get(facts).json()["results"]] == ["diet"]
    for who in (colleague, outsider):
        assert who.get(facts).status_code == 404
        assert who.get(f"{facts}/constraint/diet").status_code == 404
        assert who.delete(f"{facts}/constraint/diet").status_code == 404
        assert who.get(f"{facts}/constraint/diet/history").status_code == 404
        assert who.post(f"{facts}/constraint/diet/restore").status_code == 404


def test_who_sets_facts(colleague, outsider, facts):
    assert outsider.put(f"{facts}/constraint/diet", {"value": "vegan"}).status_code == 404
    assert colleague.put(f"{facts}/constraint/diet", {"value": "vegan"}).status_code == 403


def test_if_match_keeps_two_writers_apart(api, facts):
    api.put(f"{facts}/constraint/diet", {"value": "vegetarian"})
    tag = api.get(f"{facts}/constraint/diet")["ETag"]
    assert api.put(f"{facts}/constraint/diet", {"value": "vegan"}, If_Match=tag).status_code == 200
    assert api.put(f"{facts}/constraint/diet", {"value": "none"}, If_Match=tag).status_code == 412


def test_a_forgotten_fact_is_gone_until_it_is_restored(api, facts):
    api.put(f"{facts}/constraint/diet", {"value": "vegetarian"})
    assert api.delete(f"{facts}/constraint/diet").json()["status"] == "forgotten"
    again = api.delete(f"{facts}/constraint/diet")
    assert (again.status_code, again.json()["status"]) == (200, "unchanged")
    assert again.json()["message"] == "It is forgotten already."
    never = api.delete(f"{facts}/constraint/allergies")
    assert never.status_code == 404 and "It may be forgotten already: POST" in never.json()["detail"]
    assert api.get(f"{facts}/constraint/diet").status_code == 404
    assert api.get(f"{facts}/constraint/diet/history").status_code == 404
    assert api.post(f"{facts}/constraint/diet/restore").json()["status"] == "restored"
    assert api.get(f"{facts}/constraint/diet").json()["value"] == "vegetarian"


def test_the_list_is_filtered_by_category(api, facts):
    api.put(f"{facts}/constraint/diet", {"value": "vegetarian"})
    api.put(f"{facts}/preference/answer_style", {"value": "short"})
    rows = api.get(facts, {"category": "preference"}).json()["results"]
    assert [row["key"] for row in rows] == ["answer_style"]


def test_an_unknown_person_has_no_facts(api):
    assert api.get(f"/users/{uuid4()}/facts").status_code == 404


def test_the_list_takes_two_queries_however_long(api, facts, reads):
    api.put(f"{facts}/constraint/diet", {"value": "vegetarian"})
    few = reads(lambda: api.get(facts))
    api.put(f"{facts}/preference/answer_style", {"value": "short"})
    assert reads(lambda: api.get(facts)) == few == 2


def test_a_value_that_turns_the_direction_of_writing_is_refused(api, facts):
    answer = api.put(f"{facts}/identity/city", {"value": "\u202enobsiL"})
    assert answer.status_code == 422 and "U+202E" in answer.json()["errors"][0]["detail"]


def test_what_is_not_there_is_named_with_the_way_on(api, facts):
    city = f"{facts}/identity/city"
    for answer in (api.get(city), api.delete(city), api.get(f"{city}/history")):
        assert answer.json()["detail"].startswith(
            "No value of the field 'identity.city' is remembered about this person"
        )
        assert "GET /users/{user_id}/facts lists" in answer.json()["detail"]
    assert "'identity.city' of this person never had a value" in api.post(f"{city}/restore").json()["detail"]
    assert "GET /users?external_id=" in api.get(f"/users/{uuid4()}/facts").json()["detail"]


def test_what_only_waits_is_said_to_wait(api, facts, home):
    api.put(f"{facts}/identity/city", {"value": "Lisbon"})
    city = f"{facts}/identity/city"
    for answer in (api.get(city), api.delete(city), api.get(f"{city}/history"), api.post(f"{city}/restore")):
        detail = answer.json()["detail"]
        assert answer.status_code == 404 and "a change of it waits. GET /proposals" in detail
        assert "restore" not in detail
    assert "waits" not in by_key(home, "executor").get(city).json()["detail"]
    assert "waits" not in api.get(f"{facts}/identity/pronouns").json()["detail"]


def test_an_unknown_category_of_facts_is_refused_with_the_known_ones(api, ana):
    refused = api.get(f"/users/{ana}/facts", {"category": "profile"})
    (error,) = refused.json()["errors"]
    assert (refused.status_code, error["field"]) == (422, "category")
    assert "'identity', 'preference', 'constraint' or 'instruction'" in error["detail"]


def test_several_values_are_put_one_by_one(api, ana):
    refused = api.put(f"/users/{ana}/facts/constraint/allergies", {"value": ["peanuts", "wasps"]})
    [error] = refused.json()["errors"]
    assert (refused.status_code, error["field"]) == (422, "value") and "PUT each" in error["detail"]
