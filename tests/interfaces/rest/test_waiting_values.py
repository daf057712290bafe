"""While a value waits, only what tells it waits too; a sentence that has its word for something else is remembered."""

import pytest

from operations import jobs
from tests.interfaces.rest.conftest import Api

JOURNEY = "Lisbon. By train, a window seat, and one night more rather than one less."


@pytest.fixture
def asked(api, ana):
    for key, value in (("language", "French"), ("city", "Lisbon")):
        assert api.put(f"/users/{ana}/facts/identity/{key}", {"value": value}).status_code == 202


@pytest.mark.parametrize("content", ["Ana likes French fries.", "Ana loves Lisbon in spring.", JOURNEY])
def test_a_word_that_waits_holds_no_other_sentence_back(api, agent, ana, asked, content):
    written = api.post("/memories", {"user_id": ana, "content": content})
    assert written.status_code == 201, written.json()
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    api.post(f"/sessions/{session}/turns", {"role": "user", "content": content})
    elsewhere = api.post("/sessions", {"user_id": ana}).json()["id"]
    found = api.post("/memory/query", {"user_id": ana, "query": content, "session_id": elsewhere}).json()
    assert "[withheld]" not in str(found)


@pytest.mark.parametrize("content", ["Ana prefers French.", "Ana is happy in Lisbon."])
def test_what_tells_it_waits(api, ana, asked, content):
    assert api.post("/memories", {"user_id": ana, "content": content}).status_code == 202


def test_an_iban_that_nobody_knows_is_remembered(api, ana):
    answer = api.post("/memories", {"user_id": ana, "content": "Her IBAN is unknown."})

    assert answer.status_code == 201, answer.json()


@pytest.fixture
def said(api, ana, home, other_key):
    """What another assistant reads of a message."""

    def _said(content):
        session = api.post("/sessions", {"user_id": ana}).json()["id"]
        said = {"turns": [{"role": "user", "content": content}]}
        assert api.post(f"/sessions/{session}/turns", said).status_code == 201
        jobs.JOBS["extract_facts"](home.workspace_id)
        (turn,) = Api({"Authorization": f"Bearer {other_key}"}).get(f"/sessions/{session}/turns").json()["results"]
        return turn["content"]

    return _said


@pytest.fixture
def lemons_wait(api, ana, owner):
    """Ana decides herself about her allergies."""
    owner.put("/consent/policies", {"policies": [{"fact_key": "allergies", "outcome": "consent"}]})
    assert api.put(f"/users/{ana}/facts/constraint/allergies", {"value": "lemons"}).status_code == 202


@pytest.mark.parametrize(
    "content",
    ["I baked a lemon cake for the party.", "Hice una tarta de limón para la fiesta.", "I bought ten lemons."],
)
def test_a_food_that_waits_holds_no_cake_back(lemons_wait, said, content):
    assert said(content) == content


@pytest.mark.parametrize("content", ["I love lemon cake, but my lips swell.", "Lemons are poison for me.", "Lemons."])
def test_what_tells_that_it_is_not_tolerated_waits(lemons_wait, said, content):
    assert said(content) == "[withheld]"
