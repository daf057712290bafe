"""004's graph traversal: recursive, bounded in depth and number, through visible memories only."""

import itertools

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memories.graph import neighbourhood
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def around(home, supervisor, now):
    def _around(memory_id, *, actor=supervisor, **bounds):
        with scope.enter(home.workspace_id):
            return neighbourhood(memory_id=memory_id, actor=actor, now=now, **bounds)

    return _around


@pytest.fixture
def chain(write, link):
    """Five memories, each blocking the next."""
    ids = [write(f"Step {n}", category="tasks").memory_id for n in range(5)]
    for one, other in itertools.pairwise(ids):
        link(one, other, "blocks")
    return ids


def depths(graph):
    return {node.id: node.depth for node in graph.nodes}


@pytest.mark.parametrize("depth", [0, 1, 2, 4])
def test_as_far_as_the_depth_allows_both_ways(around, chain, depth):
    graph = around(chain[2], depth=depth)
    assert depths(graph) == {memory: abs(place - 2) for place, memory in enumerate(chain) if abs(place - 2) <= depth}
    assert len(graph.edges) == len(graph.nodes) - 1 and not graph.is_cut


def test_the_depth_has_a_bound(around, write, link):
    ids = [write(f"Step {n}").memory_id for n in range(8)]
    for one, other in itertools.pairwise(ids):
        link(one, other, "blocks")
    assert max(depths(around(ids[0], depth=99)).values()) == 5


def test_at_most_so_many_memories_the_nearest_first(around, write, link):
    hub, *leaves = [write(f"Leaf {n}").memory_id for n in range(8)]
    for leaf in leaves:
        link(hub, leaf)
    link(leaves[0], write("Far away").memory_id)
    graph = around(hub, limit=4)
    assert sorted(depths(graph).values()) == [0, 1, 1, 1] and graph.is_cut


def test_a_circle_ends(around, write, link):
    a, b, c = (write(text).memory_id for text in ("One", "Two", "Three"))
    link(a, b, "blocks"), link(b, c, "blocks"), link(c, a, "blocks")
    graph = around(a, depth=5)
    assert depths(graph) == {a: 0, b: 1, c: 1} and len(graph.edges) == 3


def test_only_edges_of_the_types_asked_for(around, write, link):
    a, b, c = (write(text).memory_id for text in ("One", "Two", "Three"))
    link(a, b, "blocks"), link(a, c, "mentions")
    assert set(depths(around(a, relation_types=("blocks",)))) == {a, b}


def test_nothing_is_reached_through_what_can_not_be_seen(around, write, link, planner):
    start, end = write("Start", category="tasks").memory_id, write("End", category="tasks").memory_id
    hidden = write("Born in May.", category="profile").memory_id
    link(start, hidden), link(hidden, end)
    assert set(depths(around(start))) == {start, hidden, end}
    graph = around(start, actor=planner)
    assert set(depths(graph)) == {start} and graph.edges == ()
    assert around(hidden, actor=planner) is None


def test_a_stranger_sees_nothing(elsewhere, chain, stranger, now):
    with scope.enter(elsewhere.workspace_id):
        assert neighbourhood(memory_id=chain[0], actor=stranger, now=now) is None


def test_it_takes_four_queries_however_large(around, chain, write, link):
    with CaptureQueriesContext(connection) as few:
        around(chain[0], depth=1)
    for n in range(10):
        link(chain[0], write(f"More {n}").memory_id)
    with CaptureQueriesContext(connection) as many:
        around(chain[0], depth=5)
    assert len(few) == len(many)
    assert sum("memories_" in query["sql"] for query in many.captured_queries) == 4
