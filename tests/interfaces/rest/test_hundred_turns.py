"""Issue 6, "done when" 1: a conversation of a hundred turns over REST, with the jobs that run beside it (R18, 002)."""

import pytest

from operations import jobs

TALK = "On day {n} we repaired lighthouse number {n} near Sagres, and the weather was fair."
FACTS = {
    5: "My name is Alex and I prefer Python.",
    15: "My coding style is black with line length 100.",
    25: "I'm allergic to walnuts.",
    45: "I'm vegetarian.",
    55: "Actually, my coding style is ruff format.",
    75: "Always answer in bullet points.",
}


@pytest.fixture
def conversation(api, ana, home):
    """A hundred turns, ten a call, with the worker's jobs after each."""
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    for first in range(1, 101, 10):
        turns = [
            {"role": "user" if n % 2 else "assistant", "content": FACTS.get(n, TALK.format(n=n))}
            for n in range(first, first + 10)
        ]
        assert api.post(f"/sessions/{session}/turns", {"turns": turns}).status_code == 201
        for job in ("index_turns", "extract_facts", "write_episodes"):
            jobs.JOBS[job](home.workspace_id)
    return session


def test_it_ends_with_the_window_the_episodes_and_the_facts(api, owner, ana, conversation):
    window = api.get(f"/sessions/{conversation}/window").json()["turns"]
    assert [turn["position"] for turn in window] == list(range(91, 101))
    query = {"user_id": ana, "query": "lighthouse", "kinds": ["episode"], "top_k": 32, "return": "full"}
    episodes = api.post("/memory/query", query).json()
    ranges = sorted((one["provenance"]["turn_start"], one["provenance"]["turn_end"]) for one in episodes)
    assert ranges == [(n, n + 9) for n in range(1, 90, 10)]
    facts = {one["key"]: one["value"] for one in api.get(f"/users/{ana}/facts").json()["results"]}
    assert facts == {
        "programming_language": "Python",
        "coding_style": "ruff format",
        "allergies": "walnuts",
        "diet": "vegetarian",
        "standing_instructions": "Always answer in bullet points",
    }
    asked = {one["field"]: one["new_value"] for one in owner.get("/proposals").json()["results"]}
    assert asked["identity.preferred_name"] == "Alex"
    detail = api.get(f"/sessions/{conversation}").json()
    assert detail["turns"] == detail["indexed_turns"] == 100
