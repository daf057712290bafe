"""`/threads/{id}/changes`: what changed since a revision, and the delta header (001 §1, R20)."""

import pytest


@pytest.fixture
def remember(api, ana):
    def _remember(content, **fields):
        body = {"user_id": ana, "content": content, "category": "goals", "thread_id": "kitchen", **fields}
        return api.post("/memories", body).json()["memory_id"]

    return _remember


def changes(who, since=0, thread="kitchen", **query):
    return who.get(f"/threads/{thread}/changes", {"since": since, **query})


def test_the_header_is_written_as_in_the_seed(api, remember):
    remember("Ship v1 by August.", key="ship", importance=3)
    since = changes(api).json()["revision"]
    remember("Ship v1 by Sep", key="ship")
    remember("Learn to bake bread", key="bake", importance=2)
    assert changes(api, since).json()["header"] == (
        f"Memory updates since rev {since}:\n- ↑updated: [Goals] Ship v1 by Sep\n"
        "- +created: [Goals] Learn to bake bread (imp=2)"
    )


def test_three_bullets_at_most_the_most_important_first(api, remember):
    for level in (1, 5, 2, 4, 3):
        remember(f"Goal of level {level}", importance=level)
    lines = changes(api).json()["header"].splitlines()
    assert [line[-2] for line in lines[1:4]] == ["5", "4", "3"]
    assert lines[4:] == ["+ 2 more"]


def test_each_change_is_told_once(api, remember):
    remember("Ship v1.")
    seen = changes(api).json()
    assert [row["event"] for row in seen["changes"]] == ["ADD"]
    later = changes(api, seen["revision"]).json()
    assert (later["changes"], later["header"]) == ([], "")


def test_without_since_a_caller_is_told_what_it_was_not_told_before(api, agent, remember):
    """R20."""
    remember("Ship v1.")
    told = [api.get("/threads/kitchen/changes").json()["header"] != "" for _ in range(2)]
    assert told == [True, False]
    assert agent("planner").get("/threads/kitchen/changes").json()["changes"] != []


def test_that_a_memory_went_and_came_back_is_news(api, remember):
    memory = remember("Ship v1.")
    since = changes(api).json()["revision"]
    api.delete(f"/memories/{memory}?thread_id=kitchen")
    assert changes(api, since).json()["header"].splitlines()[1] == f"- ×deleted: [Goals] memory {memory}"
    api.post(f"/memories/{memory}/restore", {"thread_id": "kitchen"})
    assert [row["event"] for row in changes(api, since).json()["changes"]] == ["RESTORE"]


def test_without_a_thread_it_is_the_persons_own(api, ana):
    api.post("/memories", {"user_id": ana, "content": "Ship v1.", "category": "goals"})
    assert changes(api, thread=f"person-{ana}").json()["user_id"] == ana


def test_a_value_that_is_kept_or_forgotten_stands_in_the_log_of_its_thread(api, ana):
    """R20."""
    item = {"namespace": f"memories/{ana}", "key": "ship"}
    api.put("/store/items", {**item, "value": {"content": "Ship v1."}, "thread_id": "hall"})
    api.delete(f"/store/items?namespace={item['namespace']}&key=ship&thread_id=kitchen")
    told = [[row["event"] for row in changes(api, thread=name).json()["changes"]] for name in ("hall", "kitchen")]
    assert told == [["ADD"], ["DELETE"]]


def test_an_edge_is_drawn_and_removed_in_a_thread(api, remember):
    """R20. That is no news for a header; the thread's events tell of it."""
    ends = {"from_id": remember("Ship v1."), "to_id": remember("Buy a ship.")}
    edge = api.post("/relations", {**ends, "thread_id": "hall"}).json()["id"]
    api.delete(f"/relations/{edge}?thread_id=attic")
    told = [api.get("/events", {"thread_id": name}).json()["results"] for name in ("hall", "attic")]
    assert [[row["op"] for row in rows].count("link") for rows in told] == [1, 1]


def test_the_allowlist_and_ceilings_hold_here_too(api, agent, remember):
    remember("Ship v1.")
    remember("Ana likes short answers.", category="preferences")
    assert [row["category"] for row in changes(agent("planner")).json()["changes"]] == ["goals"]


def test_who_sees_a_thread(api, owner, colleague, outsider, remember):
    remember("Ship v1.")
    assert [changes(who).status_code for who in (api, owner, colleague, outsider)] == [200, 200, 404, 404]


def test_a_name_that_two_people_use_needs_a_user_id(api, ana, ben, remember):
    remember("Ship v1.")
    remember("Paint the wall.", user_id=ben)
    assert changes(api).status_code == 422
    assert [row["text"] for row in changes(api, user_id=ben).json()["changes"]] == ["Paint the wall."]


def test_a_thread_nobody_wrote_to_is_not_found(api):
    assert changes(api, thread="attic").status_code == 404


def test_changes_take_as_many_queries_however_many(api, remember, reads):
    remember("Ship v1.")
    few = reads(lambda: changes(api))
    for number in range(4):
        remember(f"Goal {number}.")
    assert reads(lambda: changes(api)) == few == 3
