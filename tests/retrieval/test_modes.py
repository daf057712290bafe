"""001 §5: a category's context mode, as the workspace sets it, binds queries and contexts."""

import pytest

from consent.changes import WriteMemory
from consent.gate import submit
from memories.drafts import MemoryDraft
from retrieval.context.build import build_context
from retrieval.context.request import ContextRequest
from workspaces import scope
from workspaces.models import Category

pytestmark = pytest.mark.django_db


@pytest.fixture
def mode(home):
    """Change how a category is shown."""

    def set_mode(name, **fields):
        with scope.enter(home.workspace_id):
            assert Category.objects.filter(name=name).update(**fields) == 1

    return set_mode


@pytest.fixture
def context(home, supervisor, now):
    def build(query, **fields):
        request = ContextRequest(user_id=home.user_id, query=query, **fields)
        return build_context(request, actor=supervisor, now=now)

    return build


@pytest.fixture
def goals(remember):
    return [remember(f"Ana wants to plant orchard number {number}.", category="goals") for number in range(5)]


def test_a_length_of_two_brings_two(goals, remember, ask, mode):
    other = remember("The orchard is big.")
    mode("goals", rag_length=2)
    answer = ask("Which orchard does Ana want to plant?", top_k=32)
    assert len([item for item in answer.items if item.category == "goals"]) == 2
    assert other in [item.id for item in answer.items] and answer.withheld == {"rag_length": 3}


def test_also_where_only_that_category_is_asked_for(goals, ask, mode):
    mode("goals", rag_length=2)
    assert len(ask("orchard", categories=["goals"], top_k=32).items) == 2


def test_and_in_a_context(goals, context, mode):
    mode("goals", rag_length=2)
    assert len(context("orchard").parts.relevant) == 2


def test_turns_count_as_activity(say, ask, mode):
    say(*[f"I saw orchard number {number}." for number in range(5)])
    mode("activity", rag_length=3)
    assert len(ask("orchard", top_k=32).items) == 3


def test_mode_all_stands_in_every_context_whatever_is_asked(goals, context, mode):
    assert context("zeppelin").parts.standing == ()
    mode("goals", context="all")
    assert {item.id for item in context("zeppelin").parts.standing} == set(goals)
    assert {item.id for item in context("").parts.standing} == set(goals)


def test_mode_all_has_no_length_in_a_query(goals, ask, mode):
    mode("goals", context="all")
    assert len(ask("orchard", top_k=32).items) == 5


def test_mode_all_keeps_to_the_budget_pinned_ones_first(home, context, mode, supervisor, now):
    mode("goals", context="all")
    for number in range(12):
        draft = MemoryDraft(
            namespace=("memories", str(home.user_id)),
            key=str(number),
            content=f"Ana wants to plant orchard number {number}.",
            category="goals",
            pinned=number == 7,
        )
        submit(WriteMemory(draft=draft), actor=supervisor, now=now)
    answer = context("", budget_tokens=160, since=99)
    assert answer.parts.standing[0].content == "Ana wants to plant orchard number 7."
    assert answer.left_out["standing"] == 12 - len(answer.parts.standing) > 0
