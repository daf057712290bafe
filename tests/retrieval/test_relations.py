"""Edges between memories count a little, and bring what is related along (001 §2)."""

import pytest
from django.utils import timezone

from consent.changes import ForgetMemory, LinkMemories
from consent.gate import submit
from retrieval.context.build import build_context
from retrieval.context.request import ContextRequest
from retrieval.ranking import WEIGHTS

pytestmark = pytest.mark.django_db


@pytest.fixture
def link(supervisor, now):
    def edge(first, second, strength=1.0):
        return submit(LinkMemories(memory_id=first, to_id=second, strength=strength), actor=supervisor, now=now)

    return edge


def shares(ask, question):
    return {item.id: item.signals.get("related", 0.0) for item in ask(question).items}


def test_the_strongest_edge_to_another_find_is_a_small_boost(remember, ask, link):
    first, second, third = (remember(f"The garden has a {tree} tree.") for tree in ("pear", "fig", "plum"))
    link(first, second, 0.5)
    assert shares(ask, "garden tree") == {
        first: pytest.approx(0.5 * WEIGHTS["related"]),
        second: pytest.approx(0.5 * WEIGHTS["related"]),
        third: 0.0,
    }


def test_an_edge_to_what_was_not_found_is_none(remember, ask, link):
    found = remember("The garden has a pear tree.")
    link(found, remember("Ana sails.", category="goals"))
    assert [item.signals["related"] for item in ask("garden tree", categories=["general"]).items] == [0.0]


def test_an_edge_to_what_does_not_fit_is_none(remember, ask, link):
    first, second = remember("Ana sails on Sundays."), remember("Ana owns two boats.")
    link(first, second)
    assert shares(ask, "What is the capital of Mongolia?") == {first: 0.0, second: 0.0}


@pytest.fixture
def context(home, supervisor):
    def ask(actor=supervisor, **fields):
        request = ContextRequest(user_id=home.user_id, query="garden tree", **fields)
        return build_context(request, actor=actor, now=timezone.now())

    return ask


def test_a_context_brings_one_or_two_related_memories_along(remember, context, link):
    first = remember("The garden has a pear tree.")
    others = [remember(f"Ana owns {count} boats.") for count in ("two", "three", "four")]
    for other, strength in zip(others, (0.7, 0.9, 0.8), strict=True):
        link(first, other, strength)
    shown = [item.id for item in context(top_k=1).parts.relevant]
    assert shown == [first, others[1], others[2]]


def test_related_memories_need_not_have_been_found(remember, context, link):
    first = remember("A garden tree.")
    boat = remember("Ana owns two boats.")
    for number in range(40):
        remember(f"Tree number {number} stands in the garden.")
    link(first, boat)
    for top_k in (1, 2, 8):
        shown = [item.id for item in context(top_k=top_k, budget_tokens=4_000).parts.relevant]
        assert (shown[0], shown[-1], len(shown)) == (first, boat, top_k + 1)


def test_nothing_is_shown_twice_because_it_is_related(remember, context, link):
    first, second = (remember(f"The garden has a {tree} tree.") for tree in ("pear", "fig"))
    link(first, second)
    shown = [item.id for item in context().parts.relevant]
    assert sorted(shown) == sorted([first, second])


def test_forgotten_and_sensitive_ones_are_not_brought_along(remember, context, link, supervisor, person, now):
    first = remember("The garden has a pear tree.", sensitivity="public")
    forgotten, secret = remember("Ana owns two boats.", sensitivity="public"), remember("Ana owes money.")
    link(first, forgotten)
    link(first, secret)
    submit(ForgetMemory(memory_id=forgotten), actor=supervisor, now=now)
    assert [item.id for item in context(top_k=1, allowed_sensitivity=["public"]).parts.relevant] == [first]


def test_what_may_not_be_seen_is_not_brought_along(remember, context, link, planner):
    first = remember("The garden has a pear tree.", category="tasks")
    link(first, remember("Ana owns two boats.", category="preferences"))
    assert [item.id for item in context(actor=planner).parts.relevant] == [first]
