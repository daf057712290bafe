"""LangGraph's store over the server, compared with LangGraph's own `InMemoryStore`."""

import asyncio
import random
import warnings

import pytest
from langgraph.store.base import GetOp, InvalidNamespaceError, ListNamespacesOp, MatchCondition, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore
from memory_server import WaitsForPerson
from memory_server.langgraph import MemoryServerStore

PARTS = ("alpha", "beta", "a/b", "t~1")
KEYS = tuple(f"key {number}" for number in range(8))
FILTERS = (
    {"colour": "teal"},
    {"colour": {"$ne": "teal"}},
    {"n": {"$gte": 40}, "colour": "ochre"},
    {"n": {"$lt": 100}},
    {"inner": {"even": True}},
    {"tags": ["x", "y"]},
    {"absent": None},
    {"n": {"$eq": 3}},
)


@pytest.fixture
def store(memory, ana):
    return MemoryServerStore(memory, ana.id)


def namespace(chance):
    return tuple(chance.choice(PARTS) for _ in range(chance.randint(1, 3)))


def put(chance, number):
    if chance.random() < 0.25:
        return PutOp(namespace(chance), chance.choice(KEYS), None)
    value = {
        "n": number,
        "colour": chance.choice(["teal", "ochre", "grey"]),
        "inner": {"even": number % 2 == 0, "share": number / 8},
        "tags": chance.choice([["x"], ["x", "y"], []]),
    }
    if chance.random() < 0.3:
        value["content"] = f"Note number {number}."
    return PutOp(namespace(chance), chance.choice(KEYS), value)


def read(chance):
    kind = chance.random()
    if kind < 0.4:
        return GetOp(namespace(chance), chance.choice(KEYS))
    if kind < 0.8:
        prefix = namespace(chance)[: chance.randint(0, 2)]
        return SearchOp(prefix, chance.choice((None, *FILTERS)), chance.randint(1, 12), chance.choice((0, 0, 1, 5)))
    match = MatchCondition(chance.choice(("prefix", "suffix")), (chance.choice(("*", *PARTS)),))
    return ListNamespacesOp(
        chance.choice((None, (match,))), chance.choice((None, 1, 2)), chance.randint(1, 9), chance.choice((0, 2))
    )


def expected(reference, op):
    """What `InMemoryStore` answers, in the server's order, and without namespaces that hold nothing any more."""
    if isinstance(op, SearchOp):
        [found] = reference.batch([op._replace(limit=10_000, offset=0)])
        latest = sorted(found, key=lambda item: item.updated_at, reverse=True)
        return latest[op.offset : op.offset + op.limit]
    if isinstance(op, ListNamespacesOp):
        held = InMemoryStore()
        [items] = reference.batch([SearchOp((), limit=10_000)])
        held.batch([PutOp(item.namespace, item.key, item.value) for item in items])
        reference = held
    return reference.batch([op])[0]


def plain(result):
    if isinstance(result, list):
        return [plain(one) for one in result]
    return (result.namespace, result.key, result.value) if hasattr(result, "key") else result


def compare(store, operations, seed):
    chance, reference = random.Random(seed), InMemoryStore()
    for number in range(operations):
        op = put(chance, number) if chance.random() < 0.5 else read(chance)
        found = store.batch([op])[0]
        assert plain(found) == plain(expected(reference, op)), (seed, number, op)
        if isinstance(op, PutOp):
            reference.batch([op])


def test_random_operations_do_what_the_store_in_memory_does(store):
    compare(store, 200, seed=20)


@pytest.mark.prove
def test_five_thousand_random_operations(store):
    compare(store, 5_000, seed=5_000)


def test_a_batch_reads_before_it_writes_and_the_last_write_of_a_key_wins(store):
    ops = [PutOp(("a",), "k", {"n": 1}), GetOp(("a",), "k"), PutOp(("a",), "k", {"n": 2}), PutOp(("a",), "gone", None)]
    assert store.batch(ops) == InMemoryStore().batch(ops) == [None, None, None, None]
    assert store.get(("a",), "k").value == {"n": 2}


def test_the_asynchronous_form_is_the_same_store(store):
    async def story():
        await store.aput(("a",), "k", {"n": 1})
        return await store.aget(("a",), "k"), await store.asearch(("a",)), await store.alist_namespaces()

    item, found, namespaces = asyncio.run(story())
    assert item.value == {"n": 1} and [one.key for one in found] == ["k"] and namespaces == [("a",)]
    assert asyncio.run(store.aget(("a",), "k")) == item == store.get(("a",), "k")


def test_a_search_by_meaning_has_the_most_similar_first(store):
    store.put(("notes",), "food", {"text": "Mushroom risotto is cooked on Sundays."})
    store.put(("notes",), "bike", {"text": "The bicycle has a flat tyre."})
    found = store.search(("notes",), query="Which dish is cooked?")
    assert found[0].key == "food" and found[0].score > (found[1].score if len(found) > 1 else 0)
    assert [
        one.key
        for one in store.search(("notes",), query="Which dish is cooked?", filter={"text": {"$ne": "x"}}, limit=1)
    ] == ["food"]


def test_a_put_that_waits_is_told_with_the_page_and_stores_nothing(memory, ana, store, server):
    with pytest.warns(WaitsForPerson, match=f"{server.url}/proposals/"):
        store.put(("home",), "city", {"content": "The user lives in Lisbon."})
    assert store.get(("home",), "city") is None
    waiting = []
    MemoryServerStore(memory, ana.id, on_waiting=waiting.append).put(
        ("h",), "c", {"content": "The user lives in Porto."}
    )
    assert [one.status for one in waiting] == ["pending_consent"]


def test_a_put_that_is_done_warns_of_nothing(store):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        store.put(("a",), "k", {"n": 1}, ttl=5)


def test_bad_namespaces_and_operators_are_refused(store):
    with pytest.raises(InvalidNamespaceError):
        store.put((), "k", {})
    store.put(("a",), "k", {"n": 1})
    with pytest.raises(ValueError, match="\\$near"):
        store.search(("a",), filter={"n": {"$near": 1}})
