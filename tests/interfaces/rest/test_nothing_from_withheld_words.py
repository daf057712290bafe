"""Of words that are withheld, or that ask to delete something, nothing else is remembered."""

import pytest

from operations import jobs

SAID = "My girlfriend and I, well, I only date women."


@pytest.fixture
def say(api, ana, home):
    """Ana says something, and the worker reads it; answers with the session."""

    def _say(text):
        session = api.post("/sessions", {"user_id": ana}).json()["id"]
        assert api.post(f"/sessions/{session}/turns", {"role": "user", "content": text}).status_code == 201
        for job in ("extract_facts", "index_turns"):
            jobs.JOBS[job](home.workspace_id)
        return session

    return _say


@pytest.fixture
def remembered(owner, ana):
    """The values of facts and the texts of memories."""

    def _remembered():
        facts = owner.get(f"/users/{ana}/facts").json()["results"]
        memories = owner.get("/memories", {"user_id": ana}).json()["results"]
        texts = {one["content"] for one in memories if not one["key"].startswith("fact:")}
        return {one["value"] for one in facts} | texts

    return _remembered


@pytest.fixture
def asked(owner):
    return lambda: owner.get("/proposals", {"state": "pending"}).json()["results"]


def test_a_sentence_that_waits_makes_no_fact_nor_after_a_no(say, remembered, asked, owner):
    say(SAID)
    (question,) = asked()
    assert remembered() == set()
    assert owner.post(f"/proposals/{question['id']}/reject").status_code == 200
    assert remembered() == set()
    say(SAID)
    assert remembered() == set()


def test_after_a_yes_the_sentence_is_read_as_any_other(say, remembered, asked, owner):
    say(SAID)
    assert owner.post(f"/proposals/{asked()[0]['id']}/approve").status_code == 200
    say(SAID)
    assert "girlfriend" in remembered()


def test_what_a_policy_forbids_makes_no_fact_either(say, remembered, asked, owner):
    owner.put("/consent/policies", {"policies": [{"fact_key": "sexual_orientation", "outcome": "never"}]})
    say(SAID)
    assert remembered() == set() and asked() == []


@pytest.mark.parametrize(
    ("message", "left"),
    [
        (f"{SAID} I like fado.", {"fado"}),
        ("I live in Porto, and my sister is Rita.", {"sister: Rita"}),
        ("My name is Marta and I prefer Python.", {"Python"}),
        ("I am HIV positive and I am allergic to nuts.", {"nuts"}),
    ],
)
def test_what_is_said_outside_of_it_is_kept_and_so_is_an_allergy(message, left, say, remembered):
    say(message)
    assert remembered() == left


def test_a_lasting_statement_is_not_taken_from_it(say, remembered, asked):
    talk = "It has been raining for days here and the roof is leaking, which nobody seems to care about much. " * 3
    shop = "In 2019 we opened a small cheese shop in the old town."
    say(f"{talk}{shop} In 2020 I quit my job and told everybody there that I am gay.")
    assert remembered() == {f'The user said: "{shop}"'}
    assert len(asked()) == 1


@pytest.mark.parametrize(
    "message",
    [
        "Delete everything about my sister Rita.",
        "Delete everything about my parrot Lola.",
        "Please erase my sister Rita.",
        "Remove what you have on my sister Rita from your notes.",
        "I want everything about my sister Rita deleted.",
        "Don't keep anything about my sister Rita.",
        "Lösche alles über meine Schwester Rita.",
        "Borra todo sobre mi hermana Rita.",
        "Supprime tout sur ma soeur Rita.",
    ],
)
def test_a_request_to_delete_something_makes_no_memory(message, say, remembered, asked):
    say(message)
    assert remembered() == set() and asked() == []


def test_what_is_sensitive_in_it_is_withheld_and_not_asked_about(say, asked, other):
    session = say("I like fado. Delete everything about my HIV infection.")
    (turn,) = other.get(f"/sessions/{session}/turns").json()["results"]
    assert asked() == [] and turn["content"] == "I like fado. [withheld]"


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("Delete that file, I'm allergic to nuts.", "nuts"),
        ("Remove the onions from the list because I'm allergic to onions.", "onions"),
        ("I deleted my account. My sister is Rita.", "sister: Rita"),
        ("Delete everything about my parrot Lola. I like fado.", "fado"),
    ],
)
def test_what_stands_beside_it_is_stated_as_ever(message, value, say, remembered):
    say(message)
    assert remembered() == {value}
