"""A message that asks to forget something, or not to remember it, makes no memory of it and asks nothing."""

import pytest

from operations import jobs

OTHERWISE = "I am allergic to nuts."


@pytest.fixture
def values(api, ana):
    return lambda: {one["value"] for one in api.get(f"/users/{ana}/facts").json()["results"]}


@pytest.fixture
def asked(owner):
    return lambda: owner.get("/proposals", {"state": "pending"}).json()["results"]


def shown(api, session):
    (turn,) = api.get(f"/sessions/{session}/window").json()["turns"]
    return turn["content"]


@pytest.mark.parametrize(
    "message",
    [
        "Please forget that I like fado.",
        "Forget that I am vegetarian.",
        "I live in Porto. Forget that.",
        "Can you forget that I live in Porto?",
        "Claude, please forget that my name is Marta.",
        "You don't need to remember that I am vegetarian.",
        "I'm vegetarian, but please don't remember that.",
        "Don't save this. I live in Porto.",
        "Forget my city.",
        "Delete everything about my sister Rita.",
        "Esquece que moro no Porto.",
        "Dimentica che sono vegetariano.",
        "Vergeet dat ik vegetariër ben.",
        "Onthoud niet dat ik vegetariër ben.",
    ],
)
def test_it_states_nothing(message, say, values, asked):
    say(message)
    assert values() == set() and asked() == []


def test_what_else_the_message_says_is_kept(say, values):
    say(f"Forget that I am vegetarian. {OTHERWISE}")
    assert values() == {"nuts"}


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("I'll never forget that I like fado.", "fado"),
        ("Don't forget that I am vegetarian.", "vegetarian"),
        ("Never forget: I am vegetarian.", "vegetarian"),
        ("Remember not to offer me meat. I am vegetarian.", "vegetarian"),
        ("I don't remember where I put my keys. I am vegetarian.", "vegetarian"),
        ("Don't save that file on the desktop. I am vegetarian.", "vegetarian"),
    ],
)
def test_what_only_sounds_so_states_as_ever(message, value, say, values):
    say(message)
    assert values() == {value}


@pytest.mark.parametrize(
    "message",
    [
        "Don't remember this: I am pregnant.",
        "Please don't save this. I am pregnant.",
        "Forget that I am pregnant.",
        "Vergiss bitte, dass ich schwanger bin.",
        "Merk dir nicht, dass ich schwanger bin.",
        "Olvida que estoy embarazada.",
        "No recuerdes que estoy embarazada.",
        "Oublie que je suis enceinte.",
        "Ne retiens pas que je suis enceinte.",
    ],
)
def test_what_is_sensitive_in_it_is_withheld_and_not_asked_about(message, say, api, asked):
    session = say(message)
    assert asked() == []
    assert "[withheld]" in shown(api, session)


def test_not_to_forget_it_is_to_remember_it(say, asked):
    say("Vergiss nicht, dass ich schwanger bin.")
    assert asked()


def test_an_agent_that_writes_such_a_text_asks_as_ever(api, ana):
    written = api.post("/memories", {"user_id": ana, "content": "Don't remember this: Ana is pregnant."})
    assert written.status_code == 202


def test_other_agents_find_nothing_of_it(say, agent, ana, home):
    say("Don't remember this: I am pregnant.")
    jobs.JOBS["index_turns"](home.workspace_id)
    asked = {"user_id": ana, "query": "Is she pregnant?"}
    for path in ("/memory/query", "/context"):
        assert "I am pregnant" not in str(agent("supervisor").post(path, asked).json())
