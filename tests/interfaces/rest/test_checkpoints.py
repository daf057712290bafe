"""`/users/{id}/checkpoints/{thread}`: a graph's state, as 001 §15 and LangGraph's checkpointers keep it."""

from random import Random
from string import ascii_lowercase
from uuid import uuid4

import pytest

from interfaces.rest.checkpoints import views
from workspaces import scope
from workspaces.models import Agent, Grant

STATE = {
    "graph_state": {"next": ["plan"], "step": 3},
    "memory_context": [{"id": "m1", "text": "Ana cooks risotto."}],
    "conversation": [{"role": "user", "content": "What is for dinner?"}],
    "agent_states": {"planner": {"status": "idle", "share": 0.5, "left": None}},
}


@pytest.fixture
def base(ana):
    return f"/users/{ana}/checkpoints"


@pytest.fixture
def save(api, base):
    """Save a state; answers the response."""

    def _save(state=STATE, *, thread="t1", who=api, headers=None, **fields):
        return who.put(f"{base}/{thread}", {"checkpoint": state, **fields}, **(headers or {}))

    return _save


@pytest.fixture
def steps(save):
    """A thread with three named states in the root namespace and one in another."""

    def _steps(thread="t1"):
        for number in (1, 2, 3):
            fields = {"parent_id": f"c{number - 1}", "metadata": {"step": number, "run_id": f"r{number}"}}
            save({"n": number}, thread=thread, checkpoint_id=f"c{number}", **fields)
        save({"n": 0}, thread=thread, checkpoint_id="c2", checkpoint_ns="child")

    return _steps


def ids(answer):
    return [row["checkpoint_id"] for row in answer.json()["results"]]


def put_writes(who, path, **fields):
    body = {"checkpoint_id": "c1", "task_id": "a", "writes": [{"channel": "out", "value": {"x": [1, None]}}]}
    return who.post(f"{path}/writes", body | fields)


def test_a_state_comes_back_as_it_was_saved(api, base, save):
    answer = save(metadata={"source": "loop"})
    assert answer.status_code == 201
    loaded = api.get(f"{base}/t1")
    body = loaded.json()
    assert (body["checkpoint"], body["metadata"]) == (STATE, {"source": "loop"})
    assert (body["checkpoint_id"], body["writes"]) == (answer.json()["checkpoint_id"], [])
    assert loaded["ETag"] == answer["ETag"]


def test_without_an_id_a_thread_has_one_state(api, base, save):
    """001 §15: unique over person and thread; created_at stays, updated_at moves on."""
    first = save().json()
    put_writes(api, f"{base}/t1", checkpoint_id=first["checkpoint_id"])
    second = save({"step": 2})
    assert second.status_code == 200 and second.json()["checkpoint_id"] == first["checkpoint_id"]
    assert second.json()["created_at"] == first["created_at"] and second.json()["updated_at"] > first["updated_at"]
    assert len(api.get(f"{base}/t1/history").json()["results"]) == 1
    body = api.get(f"{base}/t1").json()
    assert (body["checkpoint"], body["writes"]) == ({"step": 2}, [])


def test_with_ids_a_thread_has_a_history_and_the_greatest_is_current(api, base, steps):
    steps()
    assert api.get(f"{base}/t1").json()["checkpoint"] == {"n": 3}
    assert api.get(f"{base}/t1", {"checkpoint_id": "c1"}).json()["checkpoint"] == {"n": 1}
    assert api.get(f"{base}/t1", {"checkpoint_ns": "child"}).json()["checkpoint"] == {"n": 0}
    assert api.get(f"{base}/t1", {"checkpoint_id": "c9"}).status_code == 404


def test_the_same_id_again_replaces_that_state(api, base, save, steps):
    steps()
    assert save({"n": "new"}, checkpoint_id="c2").status_code == 200
    assert api.get(f"{base}/t1", {"checkpoint_id": "c2"}).json()["checkpoint"] == {"n": "new"}
    assert api.get(f"{base}/t1").json()["checkpoint"] == {"n": 3}


def test_history_is_listed_latest_first_with_filters(api, base, steps):
    steps()
    path = f"{base}/t1/history"
    assert ids(api.get(path)) == ["c3", "c2", "c2", "c1"]
    assert ids(api.get(path, {"checkpoint_ns": ""})) == ["c3", "c2", "c1"]
    assert ids(api.get(path, {"checkpoint_ns": "", "before": "c3"})) == ["c2", "c1"]
    assert ids(api.get(path, {"run_id": "r2"})) == ["c2"]
    assert ids(api.get(path, {"filter": '{"step": 1}'})) == ["c1"]
    page = api.get(path, {"checkpoint_ns": "", "limit": 2}).json()
    assert page["next_before"] == "c2"
    assert api.get(path, {"limit": 4}).json()["next_before"] is None


def test_a_page_of_large_states_is_shorter(api, base, save, monkeypatch):
    monkeypatch.setattr(views, "CHECKPOINT_BYTES", 100_000)
    letters = Random(1)
    for number in range(5):
        words = ("".join(letters.choices(ascii_lowercase, k=5)) for _ in range(7_000))
        assert save({"text": " ".join(words)}, checkpoint_id=f"c{number}").status_code == 201
    first = api.get(f"{base}/t1/history", {"limit": 4})
    assert (ids(first), first.json()["next_before"]) == (["c4", "c3"], "c3")
    assert ids(api.get(f"{base}/t1/history", {"limit": 1})) == ["c4"]
    monkeypatch.setattr(views, "CHECKPOINT_BYTES", 10)
    assert ids(api.get(f"{base}/t1/history", {"before": "c3"})) == ["c2"]


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_page_by_page_a_history_loses_no_namespace(api, base, steps, limit):
    steps()
    found, query = [], {"limit": limit}
    while query.get("before") is not None or not found:
        page = api.get(f"{base}/t1/history", query).json()
        found += [(row["checkpoint_id"], row["checkpoint_ns"]) for row in page["results"]]
        query["before"] = page["next_before"]
        assert page["results"]
        if query["before"] is None:
            break
    assert found == [("c3", ""), ("c2", ""), ("c2", "child"), ("c1", "")]


def test_a_history_takes_two_queries_however_long(api, base, steps, reads):
    steps()
    assert reads(lambda: api.get(f"{base}/t1/history")) == 3


def test_pending_writes_are_kept_as_they_first_came(api, base, steps):
    steps()
    path = f"{base}/t1"
    two = [{"channel": "out", "value": 1}, {"channel": "log", "value": "done"}]
    assert put_writes(api, path, writes=two).json()["writes"] == 2
    put_writes(api, path, writes=[{"channel": "out", "value": 99}])
    (state,) = api.get(f"{path}/history", {"filter": '{"step": 1}'}).json()["results"]
    assert [(w["channel"], w["value"], w["idx"]) for w in state["writes"]] == [("out", 1, 0), ("log", "done", 1)]
    assert api.get(f"{path}/writes", {"checkpoint_id": "c1"}).json()["results"] == state["writes"]


def test_langgraph_s_own_channels_are_replaced(api, base):
    for value in ("first", "second"):
        put_writes(api, f"{base}/t1", writes=[{"channel": "__error__", "value": value, "idx": -1}])
    (write,) = api.get(f"{base}/t1/writes", {"checkpoint_id": "c1"}).json()["results"]
    assert (write["value"], write["idx"]) == ("second", -1)


def test_a_write_may_come_before_its_state(api, base, save):
    put_writes(api, f"{base}/t1")
    save({"n": 1}, checkpoint_id="c1")
    assert api.get(f"{base}/t1").json()["writes"][0]["value"] == {"x": [1, None]}


def test_a_thread_is_copied_with_its_writes_to_an_empty_one(api, base, steps):
    steps()
    put_writes(api, f"{base}/t1")
    copied = api.post(f"{base}/t1/copy", {"to_thread_id": "t2"})
    assert copied.json() == {"thread_id": "t2", "checkpoints": 4, "writes": 1}
    original, copy = (api.get(f"{base}/{name}/history").json()["results"] for name in ("t1", "t2"))
    assert [row | {"thread_id": ""} for row in copy] == [row | {"thread_id": ""} for row in original]
    assert api.post(f"{base}/t1/copy", {"to_thread_id": "t2"}).status_code == 409


def test_a_thread_that_is_not_there_is_not_copied(api, base):
    answer = api.post(f"{base}/t1/copy", {"to_thread_id": "t2"})
    assert (answer.status_code, answer.json()["detail"]) == (404, api.get(f"{base}/t1").json()["detail"])


@pytest.mark.parametrize(
    ("told", "left"),
    [
        ({}, ["c3", "c2"]),
        ({"keep_last": 2}, ["c3", "c2", "c2"]),
        ({"keep_last": 0}, []),
        ({"keep_last": 0, "run_ids": ["r1", "r3"]}, ["c2", "c2"]),
        ({"older_than": "2020-01-01T00:00:00Z"}, ["c3", "c2", "c2", "c1"]),
        ({"older_than": "2999-01-01T00:00:00Z"}, ["c3", "c2"]),
    ],
)
def test_a_thread_is_pruned_with_its_writes(api, base, steps, told, left):
    steps()
    put_writes(api, f"{base}/t1")
    gone = api.post(f"{base}/t1/prune", told).json()
    assert ids(api.get(f"{base}/t1/history")) == left
    assert gone == {"checkpoints": 4 - len(left), "writes": int("c1" not in left)}


def test_a_thread_is_deleted_alone(api, base, steps):
    steps()
    steps("t2")
    assert api.delete(f"{base}/t1").json() == {"checkpoints": 4, "writes": 0}
    assert api.get(f"{base}/t1").status_code == 404 and len(ids(api.get(f"{base}/t2/history"))) == 4


def test_if_match_guards_saving_and_deleting(api, base, save):
    old = save()["ETag"]
    new = save({"step": 2}, headers={"If_Match": old})
    assert new.status_code == 200
    assert save({"step": 3}, headers={"If_Match": old}).status_code == 412
    assert api.delete(f"{base}/t1", If_Match=old).status_code == 412
    assert api.delete(f"{base}/t1", If_Match=new["ETag"]).status_code == 200


def test_threads_of_two_people_are_two(api, base, ben, save):
    save()
    assert api.get(f"/users/{ben}/checkpoints/t1").status_code == 404


def test_who_may_load_and_save(owner, colleague, outsider, base, ana, save):
    save()
    assert owner.get(f"{base}/t1").status_code == 200
    for other in (colleague, outsider):
        assert other.get(f"{base}/t1").status_code == 404
        assert other.get(f"{base}/t1/history").json()["results"] == []
        assert save(who=other).status_code in (403, 404)
        assert other.delete(f"{base}/t1").status_code in (403, 404)
        assert put_writes(other, f"{base}/t1").status_code in (403, 404)
        assert other.post(f"{base}/t1/prune", {"keep_last": 0}).status_code in (403, 404)
        assert other.post(f"{base}/t1/copy", {"to_thread_id": "t9"}).status_code in (403, 404)
    assert owner.get(f"{base}/t1").json()["checkpoint"] == STATE


def test_an_agent_sees_only_its_own_states(api, agent, base, save):
    """The supervisor's state may hold what a planner must not see, and a planner's what it does next."""
    save(thread="mine")
    planner = agent("planner")
    assert planner.get(f"{base}/mine").status_code == 404
    assert save({"stolen": True}, thread="mine", who=planner).status_code == 403
    save({"plan": 1}, thread="plan", who=planner)
    assert planner.get(f"{base}/plan").json()["checkpoint"] == {"plan": 1}
    for other in (api, agent("executor")):
        assert other.get(f"{base}/plan").status_code == 404
        assert other.get(f"{base}/plan/history").json()["results"] == []
        assert "plan" not in [row["thread_id"] for row in other.get(base).json()["results"]]
        assert other.post(f"{base}/plan/copy", {"to_thread_id": "mine too"}).status_code == 404
        assert other.post(f"{base}/plan/prune", {"keep_last": 0}).json()["checkpoints"] == 0
        assert other.delete(f"{base}/plan").json() == {"checkpoints": 0, "writes": 0}
        refused = save({"plan": "evil"}, thread="plan", who=other)
        assert (refused.status_code, "state without an id" in refused.json()["detail"]) == (403, True)
    assert planner.get(f"{base}/plan").json()["checkpoint"] == {"plan": 1}


def test_a_state_with_an_id_in_another_agent_s_thread_stands_beside_it(api, agent, base, save):
    planner = agent("planner")
    save({"plan": 1}, thread="plan", checkpoint_id="c1", who=planner)
    refused = save({"plan": "evil"}, thread="plan", checkpoint_id="c1")
    assert (refused.status_code, "of that id" in refused.json()["detail"]) == (403, True)
    assert save({"plan": "evil"}, thread="plan", checkpoint_id="c9").status_code == 201
    assert planner.get(f"{base}/plan").json()["checkpoint"] == {"plan": 1}
    assert ids(planner.get(f"{base}/plan/history")) == ["c1"]


def test_an_agent_without_a_grant_neither_loads_nor_saves(home, agent, base, save):
    save(thread="plan", who=agent("planner"))
    with scope.enter(home.workspace_id):
        Grant.objects.filter(agent=Agent.objects.get(role="planner")).delete()
    assert agent("planner").get(f"{base}/plan").status_code == 404
    assert save(thread="plan", who=agent("planner")).status_code == 403


def test_secrets_are_cut_out_and_that_is_told(api, base, save):
    told = save({"notes": ["key AKIAIOSFODNN7EXAMPLE"], "password": "correct-horse-battery-9"}).json()["redactions"]
    text = api.get(f"{base}/t1").content.decode()
    assert "AKIAIOSFODNN7EXAMPLE" not in text and "horse" not in text
    assert sum(finding["count"] for finding in told) == 2


def test_large_states_have_a_content_type_of_their_own(api, base):
    """R7: 1 MB as plain JSON, 25 MB as a checkpoint."""
    body = b'{"checkpoint": {"text": "%s"}}' % (b"word " * 300_000)
    large = body.replace(b'"text": "', b'"text": "' + b"word " * 5_000_000)
    as_state = "application/vnd.checkpoint+json"
    send = api.client.put
    assert api.put(f"{base}/t1", body).status_code == 413
    assert send(f"/api/v1{base}/t1", body, content_type=as_state, headers=api.headers).status_code == 201
    assert send(f"/api/v1{base}/t1", large, content_type=as_state, headers=api.headers).status_code == 413
    assert send(f"/api/v1{base}/t1", body, content_type="text/plain", headers=api.headers).status_code == 415
    assert len(api.get(f"{base}/t1").json()["checkpoint"]["text"]) == 1_500_000


@pytest.mark.parametrize(
    "fields",
    [
        {"checkpoint": []}, {"checkpoint": None}, {"metadata": 1}, {"checkpoint_id": "é"}, {"checkpoint_id": "x" * 257},
        {"run_id": "r" * 129}, {"colour": "red"},
    ],
)  # fmt: skip
def test_a_value_out_of_bounds_is_named(api, base, fields):
    answer = api.put(f"{base}/t1", {"checkpoint": {}} | fields)
    assert answer.status_code == 422 and answer.json()["errors"]


@pytest.mark.parametrize("query", [{"filter": "["}, {"filter": "[]"}, {"limit": 0}, {"limit": 101}])
def test_a_history_s_bounds_are_named(api, base, query):
    assert api.get(f"{base}/t1/history", query).status_code == 422


def test_a_filter_that_is_not_json_is_told_apart_from_the_body(api, base):
    answer = api.get(f"{base}/t1/history", {"filter": "source=loop"})
    (error,) = answer.json()["errors"]
    assert error["field"] == "filter" and error["detail"].startswith("That is not JSON")


def test_threads_take_any_name_and_unknown_people_none(api, save, base):
    assert save(thread="a/b ü").status_code == 201
    assert api.get(f"{base}/a/b ü").status_code == 200
    assert save(thread="x" * 257).status_code == 404
    assert api.put(f"/users/{uuid4()}/checkpoints/t", {"checkpoint": {}}).status_code == 404


def test_threads_are_listed_with_their_sizes(api, base, steps, save):
    steps()
    save({"text": "x" * 20_000}, thread="t2")
    put_writes(api, f"{base}/t1")
    one, two = api.get(base).json()["results"]
    assert (one["thread_id"], one["namespaces"], one["checkpoints"], one["writes"]) == ("t1", ["", "child"], 4, 1)
    assert (two["thread_id"], two["checkpoints"], two["writes"]) == ("t2", 1, 0)
    assert one["size_bytes"] > 0 < two["size_bytes"]


def test_threads_come_in_pages_and_take_two_queries_however_many(api, base, save, reads):
    for number in range(5):
        save(thread=f"t{number}")
    page = api.get(base, {"limit": 3}).json()
    assert ([row["thread_id"] for row in page["results"]], page["next_after"]) == (["t0", "t1", "t2"], "t2")
    rest = api.get(base, {"limit": 3, "after": "t2"}).json()
    assert ([row["thread_id"] for row in rest["results"]], rest["next_after"]) == (["t3", "t4"], None)
    assert reads(lambda: api.get(base)) == 2


def test_runs_are_deleted_from_all_threads(api, base, steps):
    steps()
    steps(thread="t2")
    put_writes(api, f"{base}/t2")
    assert api.delete(f"{base}?run_id=r1&run_id=r3").json() == {"checkpoints": 4, "writes": 1}
    assert ids(api.get(f"{base}/t1/history")) == ids(api.get(f"{base}/t2/history")) == ["c2", "c2"]


def test_no_run_named_deletes_nothing(api, base, steps):
    steps()
    assert api.delete(base).status_code == 422
    assert len(ids(api.get(f"{base}/t1/history"))) == 4


def test_who_may_list_threads_and_delete_runs(owner, outsider, agent, base, steps):
    steps()
    assert outsider.get(base).json()["results"] == []
    assert outsider.delete(f"{base}?run_id=r1").status_code in (403, 404)
    assert agent("planner").get(base).json()["results"] == []
    assert [row["thread_id"] for row in owner.get(base).json()["results"]] == ["t1"]
