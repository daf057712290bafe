"""What an assistant's or a tool's words state of the person, no agent reads but the one that stored them."""

import pytest

from operations import jobs

FERRY = "The ferry leaves at noon."
GAY = "You told me last week that you are gay."


@pytest.fixture
def session(api, ana):
    return api.post("/sessions", {"user_id": ana}).json()["id"]


@pytest.fixture
def index(home):
    return lambda: jobs.JOBS["index_turns"](home.workspace_id)


@pytest.fixture
def say(api, session, index):
    def _say(content, role="assistant"):
        assert api.post(f"/sessions/{session}/turns", {"role": role, "content": content}).status_code == 201
        index()

    return _say


def turns(client, session):
    return [one["content"] for one in client.get(f"/sessions/{session}/turns").json()["results"]]


def found(client, ana, query):
    hits = client.post("/memory/query", {"user_id": ana, "query": query}).json()
    return [one["content"] for one in hits if one["kind"] == "turn"]


def recent(client, ana, session):
    body = client.post("/context", {"user_id": ana, "session_id": session, "query": "the ferry"}).json()
    return [one["content"] for one in body["recent_turns"]]


@pytest.mark.parametrize(
    ("role", "stated"),
    [
        ("assistant", GAY),
        ("assistant", "I noted your salary of 50,000 euros."),
        ("assistant", "As a practising Muslim you will want to avoid pork."),
        ("assistant", "You live at 14 Elm Grove, third floor."),
        ("assistant", "Your MS may flare up in heat."),
        ("assistant", "You like opera and you are a Buddhist."),
        ("assistant", "You were convicted of fraud in 2019."),
        ("assistant", "Since your cancer diagnosis in spring you sleep badly."),
        ("tool", '{"diagnosis": "bipolar disorder"}'),
    ],
)
def test_no_other_agent_reads_or_finds_it(role, stated, api, owner, other, ana, session, say):
    text = f"{FERRY}\n{stated}"
    say(text, role=role)
    words = stated.strip('{"}').split()[-1].strip('."')
    assert words not in str(turns(other, session)) and FERRY in str(turns(other, session))
    assert words not in str(recent(other, ana, session))
    assert words not in b"".join(other.get(f"/users/{ana}/export").streaming_content).decode()
    assert found(other, ana, stated) == []
    assert turns(api, session) == [text] and recent(api, ana, session) == [text]
    assert found(api, ana, stated) == [text]
    assert turns(owner, session) == [text]
    assert owner.get("/proposals", {"state": "pending"}).json()["results"] == []


def test_it_is_told_to_nobody_else_before_it_is_read(api, other, session, index):
    api.post(f"/sessions/{session}/turns", {"role": "assistant", "content": GAY})
    assert turns(other, session) == []
    index()
    assert turns(other, session) == ["[withheld]"]


def test_what_states_nothing_sensitive_is_told(other, ana, session, say):
    say(f"{FERRY} Shall I book it in Zagreb?")
    assert turns(other, session) == [f"{FERRY} Shall I book it in Zagreb?"]
    assert found(other, ana, "When does the ferry leave?") != []


@pytest.mark.parametrize("is_before", [True, False])
def test_after_the_persons_yes_to_the_value_others_read_it(is_before, api, owner, other, ana, session, say):
    if not is_before:
        say(GAY)
    asked = api.post("/memories", {"user_id": ana, "content": "Ana is gay."}).json()["proposal_id"]
    assert owner.post(f"/proposals/{asked}/approve").status_code == 200
    if is_before:
        say(GAY)
    assert turns(other, session) == [GAY]


def test_after_a_no_nobody_does(api, owner, other, ana, session, say):
    say(GAY)
    asked = api.post("/memories", {"user_id": ana, "content": "Ana is gay."}).json()["proposal_id"]
    assert owner.post(f"/proposals/{asked}/reject").status_code == 200
    assert turns(other, session) == turns(api, session) == ["[withheld]"]


@pytest.mark.parametrize(
    ("role", "said", "guess"),
    [
        ("user", "I was diagnosed with leukemia.", "Ana was diagnosed with leukemia."),
        ("assistant", "Since your schizophrenia diagnosis you should rest.", "Ana has schizophrenia."),
        ("user", "Don't remember that I am a Muslim.", "Ana is a Muslim."),
    ],
)
def test_a_guess_of_another_agent_opens_nothing(home, api, other, ana, session, say, role, said, guess):
    say(said, role=role)
    jobs.JOBS["extract_facts"](home.workspace_id)
    before = turns(other, session), turns(api, session)
    assert other.post("/memories", {"user_id": ana, "content": guess}).status_code == 202
    assert (turns(other, session), turns(api, session)) == before
    assert before[0] != [said]
