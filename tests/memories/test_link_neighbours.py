"""001 §2: the nearest neighbours get an edge by a job; R26: upkeep, with its LINK row."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conversations.actions.sessions import open_session
from memories.maintenance.link_neighbours import link_neighbours
from memories.models import Embedding, History, Memory, Relation
from memories.models.choices import MemoryType
from workspaces import scope
from workspaces.models import Person

pytestmark = pytest.mark.django_db

TEA = ["Ana drinks green tea in the morning.", "In the morning Ana drinks a cup of green tea.", "Ana likes green tea."]
TRAIN = "The night train leaves at ten."


@pytest.fixture
def run(home, now):
    """Run the job until nothing is left; returns how many memories it looked at."""

    def _run():
        total = 0
        while done := link_neighbours(workspace_id=home.workspace_id, now=now):
            total += done
        return total

    return _run


@pytest.fixture
def edges(home):
    def _edges():
        with scope.enter(home.workspace_id):
            return list(Relation.objects.order_by("id"))

    return _edges


def pairs(edges):
    return {frozenset((edge.from_memory_id, edge.to_memory_id)) for edge in edges}


def test_similar_memories_are_related_others_are_not(write, run, edges):
    tea = [write(text).memory_id for text in TEA]
    write(TRAIN)
    assert run() == 4
    assert pairs(edges()) == {frozenset((a, b)) for a in tea for b in tea if a != b}
    for edge in edges():
        assert (edge.relation_type, edge.detected_by) == ("related_to", "similarity")
        assert 0.60 <= edge.strength <= 1.0


def test_a_pair_has_one_edge_however_often_the_job_runs(write, run, edges):
    for text in TEA:
        write(text)
    run()
    before = edges()
    assert run() == 0 and edges() == before


def test_each_linked_memory_has_its_link_row(home, write, run):
    ids = [write(text).memory_id for text in TEA[:2]]
    run()
    with scope.enter(home.workspace_id):
        rows = History.objects.filter(event="LINK")
        assert [(row.memory_id in ids, row.actor_label, row.meta["by"]) for row in rows] == [
            (True, "system:link_neighbours", "similarity")
        ] * len(rows)
        assert len(rows) >= 1


def test_the_link_row_tells_of_new_edges_only_and_names_the_other_ends(home, write, link, run):
    one, two, three = (write(text, key=key).memory_id for text, key in zip(TEA, "abc", strict=True))
    link(one, two)
    run()
    with scope.enter(home.workspace_id):
        rows = History.objects.filter(event="LINK", actor_kind="system")
        told = [frozenset((str(row.memory_id), other)) for row in rows for other in row.meta["others"]]
        assert sorted(map(sorted, told)) == sorted(sorted((str(three), str(each))) for each in (one, two))
        assert sum(row.meta["count"] for row in rows) == 2


def test_a_pair_that_was_linked_by_hand_leaves_no_link_row_of_the_server(home, write, link, run):
    link(write(TEA[0], key="one").memory_id, write(TEA[1], key="two").memory_id)
    run()
    with scope.enter(home.workspace_id):
        assert not History.objects.filter(event="LINK", actor_kind="system").exists()


def test_at_most_five_neighbours_are_linked(write, run, edges):
    ids = [write(f"Ana drinks green tea number {n}.").memory_id for n in range(9)]
    run()
    drawn = [edge.from_memory_id for edge in edges()]
    assert max(drawn.count(memory_id) for memory_id in ids) == 5


def test_a_changed_memory_loses_edges_that_are_no_longer_true(home, write, run, edges):
    write(TEA[0], key="one")
    write(TEA[1], key="two")
    run()
    assert len(edges()) == 1
    write(TRAIN, key="two")
    run()
    assert edges() == []
    with scope.enter(home.workspace_id):
        assert [row.meta["unlinked"] for row in History.objects.filter(meta__has_key="unlinked")] == [1]


def test_edges_by_hand_are_left_alone(write, link, run, edges):
    one, two = write(TEA[0], key="one").memory_id, write(TEA[1], key="two").memory_id
    link(one, two, strength=0.2)
    write(TRAIN, key="two")
    run()
    assert [(edge.detected_by, edge.strength) for edge in edges()] == [("manual", 0.2)]


def test_other_people_and_shared_namespaces_are_kept_apart(home, write, run, edges, add_person):
    write(TEA[0])
    write(TEA[1], namespace=("memories", str(add_person("Ben"))))
    write(TEA[2], namespace=("shared", "team"))
    write(TEA[2], key="other", namespace=("shared", "kitchen"))
    run()
    assert edges() == []


def test_within_a_shared_namespace_memories_are_linked(write, run, edges):
    write(TEA[0], namespace=("shared", "team"))
    write(TEA[1], namespace=("shared", "team", "drinks"))
    run()
    assert len(edges()) == 1


@pytest.fixture
def add_person(home):
    def _add(name):
        with scope.enter(home.workspace_id):
            return Person.objects.create(name=name).id

    return _add


def test_the_forgotten_the_expired_and_the_working_are_not_linked(home, write, forget, run, edges, supervisor, now):
    write(TEA[0])
    forget(write(TEA[1], key="forgotten").memory_id, supervisor)
    write(TEA[1], key="expired", expires_at=now - timedelta(days=1))
    session, _ = open_session(person_id=home.user_id, actor=supervisor, now=now)
    write(TEA[1], key="working", memory_type=MemoryType.WORKING, category="goals", session_id=session.id)
    run()
    assert edges() == []


def test_a_memory_waits_for_its_vectors(home, write, run, edges):
    write(TEA[0])
    late = write(TEA[1]).memory_id
    with scope.enter(home.workspace_id):
        vectors = list(Embedding.objects.filter(chunk__memory_id=late))
        Embedding.objects.filter(chunk__memory_id=late).delete()
    assert run() == 1 and edges() == []
    with scope.enter(home.workspace_id):
        Embedding.objects.bulk_create(vectors)
    assert run() == 1 and len(edges()) == 1


def test_source_objects_are_compared_by_their_chunks(ingest, write, run, edges, about_ana):
    write(TEA[0])
    ingest({"type": "custom", "body": TEA[1]}, title="Tea", namespace=about_ana)
    run()
    assert len(edges()) == 1


def test_the_index_finds_the_same_neighbours(write, run, edges, monkeypatch):
    for n in range(12):
        write(f"Ana drinks green tea number {n}.")
    monkeypatch.setattr("memories.neighbours.EXACT", 3)
    run()
    assert len(edges()) >= 12 and min(edge.strength for edge in edges()) >= 0.60


def test_all_edges_of_a_memory_are_stored_by_one_statement(write, run, edges):
    for text in TEA:
        write(text)
    run()
    known = edges()
    write("Green tea is what Ana drinks in the morning.")
    with CaptureQueriesContext(connection) as queries:
        assert run() == 1
    assert len(edges()) - len(known) == 3
    assert sum('INSERT INTO "memories_relation"' in query["sql"] for query in queries) == 1


@pytest.mark.django_db(transaction=True)
def test_unlinked_memories_are_found_by_their_index(home, write, run):
    """Linked ones are in other indexes, but not in this one, and the planner knows."""
    for text in TEA:
        write(text)
    run()
    write("Green tea is what Ana drinks in the morning.")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE memories_memory")
    with scope.enter(home.workspace_id), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_sort = off")  # few rows would be sorted
        assert "memory_unlinked" in Memory.objects.unlinked().order_by("updated_at").only("id").explain()
