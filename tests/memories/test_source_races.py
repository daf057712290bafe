"""Source objects and edges at the same time, with real threads and connections."""

import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import pytest
from django.db import connection
from django.utils import timezone

from consent.changes.link import LinkMemories
from consent.gate import submit_many
from consent.outcomes import Applied, Refused
from consent.proposals.decide import approve_proposal
from memories.maintenance.link_neighbours import link_neighbours
from memories.models import Memory, MemoryVersion, Relation
from tests.memories import source_examples as examples
from workspaces import scope

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 4


def together(*calls):
    """Run the calls at once, each on its own connection; returns their answers in order."""
    barrier = threading.Barrier(len(calls))

    def run(call):
        barrier.wait()
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def versions(home):
    with scope.enter(home.workspace_id):
        return MemoryVersion.objects.count()


def test_one_new_object_sent_twice_is_one_memory(home, ingest):
    for number in range(ROUNDS):
        send = lambda n=number: ingest(source_id=f"a{n}", source_event_id=f"e{n}")  # noqa: E731
        one, other = together(send, send)
        assert one == other
    assert versions(home) == ROUNDS


def test_one_object_sent_to_two_namespaces_stays_in_the_first(home, ingest, about_ana):
    for number in range(ROUNDS):
        fields = {"source_id": f"b{number}"}
        answers = together(lambda f=fields: ingest(**f), lambda f=fields: ingest(namespace=about_ana, **f))
        assert {type(answer) for answer in answers} == {Applied, Refused}
    with scope.enter(home.workspace_id):
        assert Memory.objects.count() == ROUNDS


def test_changes_of_one_object_are_all_kept(home, ingest):
    ingest()
    together(*[lambda n=n: ingest(examples.issue(body=f"State {n}.")) for n in range(4)])
    assert versions(home) == 5


def test_two_sentences_approved_at_once_are_both_joined(home, ingest, about_ana, person, kept):
    body = "I live in Rome. We met. My name is Ana. Bye."
    answer = ingest(examples.issue(body=body), namespace=about_ana)
    joined = together(
        *[
            lambda p=proposal_id: approve_proposal(proposal_id=p, actor=person, now=timezone.now())
            for proposal_id in answer.proposal_ids
        ]
    )
    assert sorted(each.version for each in joined) == [2, 3]
    assert kept(answer.memory_id).current.payload["body"] == body


def test_two_workers_draw_each_edge_once(home, write, now):
    for number in range(12):
        write(f"Ana drinks green tea number {number}.")
    together(*[lambda: link_neighbours(workspace_id=home.workspace_id, now=now)] * 3)
    with scope.enter(home.workspace_id):
        pairs = [frozenset(ends) for ends in Relation.objects.values_list("from_memory_id", "to_memory_id")]
        assert len(pairs) == len(set(pairs)) >= 12 and not Memory.objects.unlinked().exists()


def test_an_edge_by_hand_beside_the_workers_is_drawn_once(home, write, link, now):
    for number in range(ROUNDS):
        one, other = (write(f"Ana drinks {tea} tea number {number}.").memory_id for tea in ("green", "mint"))
        answers = together(
            lambda: link_neighbours(workspace_id=home.workspace_id, now=now),
            lambda pair=(one, other): link(*pair),
            lambda pair=(other, one): link(*pair),
        )
        assert {type(answer) for answer in answers[1:]} == {Applied}
        with scope.enter(home.workspace_id):
            edge = Relation.objects.between(one, other, "related_to").get()
        assert edge.detected_by == "manual" and edge.id in {answer.relation_id for answer in answers[1:]}


def test_batches_of_edges_in_any_order_beside_the_workers_are_all_drawn(home, write, supervisor, now):
    """Neither waits for an edge of another that waits for one of its own."""
    for number in range(ROUNDS):
        ids = [write(f"Ana drinks green tea number {number}, cup {cup}.").memory_id for cup in range(10)]
        pairs = list(combinations(ids, 2))
        links = [LinkMemories(memory_id=one, to_id=other) for one, other in pairs]
        answers = together(
            lambda: link_neighbours(workspace_id=home.workspace_id, now=now),
            lambda changes=links: submit_many(changes, actor=supervisor, now=now),
            lambda changes=links[::-1]: submit_many(changes, actor=supervisor, now=now),
        )
        assert {type(answer) for answer in (*answers[1], *answers[2])} == {Applied}
        with scope.enter(home.workspace_id):
            assert {Relation.objects.between(*pair, "related_to").get().detected_by for pair in pairs} == {"manual"}
