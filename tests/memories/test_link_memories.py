"""Edges by hand through the gate (001 §2, 004), and what derived memories rest on."""

import pytest
from django.db import IntegrityError, connection, transaction

from consent.changes import UnlinkMemories
from consent.gate import submit
from consent.outcomes import Refusal, Refused
from memories.models import History, Relation
from memories.models.choices import Event, RelationType
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def two(write):
    return write("The upload is slow.").memory_id, write("The server is in the cellar.").memory_id


@pytest.fixture
def edges(home):
    def _edges():
        with scope.enter(home.workspace_id):
            return list(Relation.objects.order_by("id"))

    return _edges


def test_an_edge_is_drawn(link, two, edges):
    answer = link(*two, "depends_on", strength=0.5)
    (edge,) = edges()
    assert answer.relation_id == edge.id and answer.event == Event.LINK
    assert (edge.from_memory_id, edge.to_memory_id) == two
    assert (edge.relation_type, edge.strength, edge.confidence, edge.detected_by) == ("depends_on", 0.5, 1.0, "manual")


@pytest.mark.parametrize("relation_type", RelationType.values)
def test_every_type_of_the_seeds(link, two, edges, relation_type):
    link(*two, relation_type)
    assert edges()[0].relation_type == relation_type


def test_the_same_edge_twice_is_one(link, two, edges):
    first, again = link(*two), link(*two)
    assert (again.event, again.relation_id) == (None, first.relation_id) and len(edges()) == 1


def test_related_to_has_no_direction_the_others_have(link, two, edges):
    link(*two), link(*reversed(two))
    link(*two, "blocks"), link(*reversed(two), "blocks")
    assert sorted(edge.relation_type for edge in edges()) == ["blocks", "blocks", "related_to"]


def test_history_tells_of_edges_that_come_and_go(home, link, two, edges, supervisor, now):
    link(*two)
    removed = submit(UnlinkMemories(relation_id=edges()[0].id), actor=supervisor, now=now)
    assert removed.event == Event.LINK and edges() == []
    with scope.enter(home.workspace_id):
        rows = History.objects.filter(memory_id=two[0], event="LINK").order_by("id")
        assert [("linked" in row.meta, "unlinked" in row.meta) for row in rows] == [(True, False), (False, True)]


def test_a_memory_is_not_linked_to_itself(link, two):
    answer = link(two[0], two[0])
    assert isinstance(answer, Refused) and answer.reason is Refusal.INVALID


def test_both_ends_must_be_seen(link, two, write, planner):
    hidden = write("Born in May.", category="profile").memory_id
    assert link(two[0], hidden, actor=planner).reason is Refusal.NOT_FOUND
    assert link(hidden, two[0], actor=planner).reason is Refusal.NOT_FOUND


def test_an_edge_is_seen_with_both_its_ends_only(home, link, write, planner, supervisor, now):
    seen, hidden = write("Ship it.", category="tasks").memory_id, write("Born in May.", category="profile").memory_id
    link(seen, hidden)
    with scope.enter(home.workspace_id):
        assert Relation.objects.visible_to(supervisor, now=now).count() == 1
        assert Relation.objects.visible_to(planner, now=now).count() == 0


def test_an_edge_to_something_forgotten_is_not_seen(home, link, two, supervisor, forget, now):
    link(*two)
    forget(two[1], supervisor)
    with scope.enter(home.workspace_id):
        assert Relation.objects.visible_to(supervisor, now=now).count() == 0


def test_an_invisible_edge_can_not_be_removed(home, link, write, edges, planner, now):
    link(write("Ship it.", category="tasks").memory_id, write("Born in May.", category="profile").memory_id)
    answer = submit(UnlinkMemories(relation_id=edges()[0].id), actor=planner, now=now)
    assert answer.reason is Refusal.NOT_FOUND and len(edges()) == 1


def test_an_edge_can_not_cross_workspaces(elsewhere, two, now):
    with scope.enter(elsewhere.workspace_id), pytest.raises(IntegrityError), transaction.atomic():
        Relation.objects.create(
            from_memory_id=two[0], to_memory_id=two[1], strength=1, detected_by="manual", created_at=now
        )
        connection.cursor().execute("SET CONSTRAINTS ALL IMMEDIATE")


@pytest.mark.parametrize(("field", "value"), [("strength", 1.1), ("confidence", -0.1), ("relation_type", "likes")])
def test_the_database_refuses_what_is_out_of_range(home, two, now, field, value):
    fields = {"strength": 1.0, "confidence": 1.0, "relation_type": "blocks"} | {field: value}
    with scope.enter(home.workspace_id), pytest.raises(IntegrityError), transaction.atomic():
        Relation.objects.create(
            from_memory_id=two[0], to_memory_id=two[1], detected_by="manual", created_at=now, **fields
        )


def test_a_derived_memory_keeps_what_it_rests_on(home, write, two, edges):
    derived = write("Uploads suffer from the cellar.", derived_from=two[:1], depends_on=two[1:]).memory_id
    assert {(e.from_memory_id, e.to_memory_id, e.relation_type) for e in edges()} == {
        (derived, two[0], "derived_from"),
        (derived, two[1], "depends_on"),
    }
    with scope.enter(home.workspace_id):
        assert [edge.from_memory_id for edge in Relation.objects.dependency_edges_to(two[0])] == [derived]


def test_a_new_version_names_its_sources_anew(write, two, edges):
    write("One.", key="derived", derived_from=two[:1])
    write("Two.", key="derived", derived_from=two[1:])
    assert [edge.to_memory_id for edge in edges()] == [two[1]]
    write("Three.", key="derived")
    assert [edge.to_memory_id for edge in edges()] == [two[1]]


def test_nothing_rests_on_what_its_writer_can_not_see(write, planner):
    hidden = write("Born in May.", category="profile").memory_id
    answer = write("She is 36.", category="tasks", actor=planner, derived_from=(hidden,))
    assert isinstance(answer, Refused) and answer.reason is Refusal.NOT_FOUND
