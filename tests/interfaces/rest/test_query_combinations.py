"""Parameters in every combination: never a mistake of the server, and a replay of what did not change is the same."""

import random
from uuid import UUID

import pytest

NOBODY = str(UUID(int=7))
ABSENT = object()
ABOUT = "What is my favorite food?", "risotto", "?", "🥕", "' \\ %s {0}", "x" * 4_000
COMMON = {
    "top_k": (ABSENT, 1, 8, 100),
    "budget_tokens": (ABSENT, 1, 20, 100_000),
    "require_verified": (ABSENT, True, False),
    "allowed_sensitivity": (ABSENT, ABSENT, ["public"], ["internal", "confidential", "odd"]),
    "purpose": (ABSENT, "recall"),
    "thread_id": (ABSENT, "t"),
}
OF_QUERY = COMMON | {
    "categories": (ABSENT, ABSENT, [], ["preferences"], ["goals", "activity"], ["nope"], ["procedural"]),
    "return": (ABSENT, "bullets", "full"),
    "threshold": (ABSENT, 0, 0.5, 1),
    "kinds": (ABSENT, ABSENT, ["turn"], ["fact"], ["memory", "turn"], ["working"], ["episode", "procedural"]),
    "explain": (ABSENT, True),
    "neighbours": (ABSENT, True),
    "filters": (
        ABSENT, ABSENT, {}, {"role": "user"}, {"metadata": {}}, {"metadata": {"number": 1}}, {"session_id": NOBODY},
        {"importance_min": 1, "importance_max": 5}, {"importance_max": 0.0}, {"pinned": False}, {"category": "goals"},
        {"memory_type": "working"}, {"updated_after": "2020-01-01"}, {"agent_id": NOBODY},
    ),
}  # fmt: skip
OF_CONTEXT = COMMON | {"since": (ABSENT, 0, 10**9), "mode": (ABSENT, "active", "off")}
PLACES = ("user_id", "user_id", "scope", "below", "shared")


@pytest.fixture
def remembered(api, ana):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    turns = [{"role": "user", "content": f"I cook risotto {number}."} for number in range(6)]
    api.post(f"/sessions/{session}/turns", {"turns": turns})
    kinds = {"preferences": "semantic", "goals": "semantic", "event": "episodic", "relationship_dynamic": "insight"}
    for number, (category, kind) in enumerate(kinds.items()):
        body = {"content": f"Ana cooks risotto {number}.", "category": category, "memory_type": kind}
        api.post("/memories", {"user_id": ana, "metadata": {"number": number}, **body})
    api.put(f"/users/{ana}/facts/preference/favorite_food", {"value": "risotto"})


def asked(dice, ana):
    """A random request: path and body."""
    path, values = dice.choice([("/memory/query", OF_QUERY), ("/memory/query", OF_QUERY), ("/context", OF_CONTEXT)])
    body = {"query": dice.choice(ABOUT)}
    body |= {name: value for name, choice in values.items() if (value := dice.choice(choice)) is not ABSENT}
    where = {
        "user_id": ("user_id", ana),
        "scope": ("scope", f"memories/{ana}"),
        "below": ("scope", f"memories/{ana}/x"),
    }
    name, value = where.get(dice.choice(PLACES) if path != "/context" else "user_id", ("scope", "shared/team"))
    return path, body | {name: value}


@pytest.mark.parametrize("seed", range(4))
def test_no_combination_is_a_mistake_and_no_replay_differs(api, owner, agent, ana, remembered, seed):
    dice = random.Random(seed)
    callers = (api, owner, agent("planner"), agent("stylist"))
    for _ in range(30):
        who, (path, body) = dice.choice(callers), asked(dice, ana)
        answer = who.post(path, body)
        assert answer.status_code in (200, 403), (path, body, answer.json())
        if "X-Retrieval-Event" in answer:
            again = who.post(f"/retrieval-events/{answer['X-Retrieval-Event']}/replay", {}).json()
            assert again["appeared"] == again["disappeared"] == [] and again["moved"] == {}, (path, body)


def test_another_agent_reads_the_receipt_but_asks_only_its_own_questions_again(api, owner, agent, ana):
    """The person asks any again; who has no part in it knows of none."""
    planner = agent("planner")
    planner.post("/memories", {"user_id": ana, "content": "Ana's loft is being built.", "category": "projects"})
    asked = planner.post("/memory/query", {"user_id": ana, "query": "loft", "categories": ["projects"]})
    path = f"/retrieval-events/{asked['X-Retrieval-Event']}"
    refused = api.post(f"{path}/replay", {})
    assert (refused.status_code, refused.json()["type"]) == (409, "/problems/conflict")
    assert api.get(path).json()["returned_memory_ids"] == [asked.json()[0]["id"]]
    assert owner.post(f"{path}/replay", {}).json()["now"][0]["content"] == "Ana's loft is being built."
    assert agent("executor").post(f"{path}/replay", {}).status_code == 404
