"""A query does not tell by its course whether texts that the asker may not see match it."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from consent.changes import ForgetMemory
from consent.gate import submit
from retrieval.models import RetrievalEvent
from retrieval.recording import FALLBACK
from retrieval.statistics import refresh_statistics
from workspaces import scope

MANY = 30  # more than twice the candidates of these questions

SAVEPOINT = re.compile(r'"s\d+_x\d+"')


@pytest.fixture
def course(home, ask, planner):
    """The statements of one question, its stages and what it finds."""

    def of(**fields):
        with CaptureQueriesContext(connection) as statements:
            answer = ask("Who dives for abalone?", actor=planner, top_k=3, threshold=0, **fields)
        with scope.enter(home.workspace_id):
            stages = RetrievalEvent.objects.get(id=answer.event_id).timings.keys()
        asked = [SAVEPOINT.sub("", one["sql"]) for one in statements]
        return asked, stages, [item.content for item in answer.items]

    return of


@pytest.fixture
def plans(remember):
    for number in range(20):
        remember(f"The plan is to sail to harbour {number}.", category="goals")


def in_a_hidden_category(remember, person, now):
    for number in range(MANY):
        remember(f"Diver {number} dives for abalone.", category="relationships")


def restricted(remember, person, now):
    for number in range(MANY):
        remember(f"Diver {number} dives for abalone.", category="goals", sensitivity="restricted", actor=person)


def forgotten(remember, person, now):
    for number in range(MANY):
        written = remember(f"Diver {number} dives for abalone.", category="goals", actor=person)
        submit(ForgetMemory(memory_id=written), actor=person, now=now)


@pytest.mark.parametrize("hide", [in_a_hidden_category, restricted, forgotten])
@pytest.mark.parametrize("fields", [{}, {"kinds": ["memory"]}, {"filters": {"category": "goals"}}])
def test_hidden_matches_change_no_statement_and_no_answer(plans, course, remember, person, now, hide, fields):
    course(**fields)  # what a process compiles once
    before = course(**fields)
    hide(remember, person, now)
    assert course(**fields) == before
    assert len(before[2]) == 3 and FALLBACK not in before[1]


def test_hidden_turns_do_not_either(plans, course, say):
    course()
    before = course()
    say(*[f"Diver {number} dives for abalone." for number in range(MANY)])
    assert course() == before


@pytest.mark.parametrize("hide", [in_a_hidden_category, restricted, forgotten])
def test_of_a_person_with_many_texts_no_answer_tells_either(
    home, plans, course, remember, person, now, hide, monkeypatch
):
    """Its course does there, where an index searches: a decision, which RETRIEVAL_EXACT_TEXTS moves (ADR 0019)."""
    monkeypatch.setattr("retrieval.statistics.MANY_TEXTS", 5)
    refresh_statistics(workspace_id=home.workspace_id)
    before = course()
    hide(remember, person, now)
    refresh_statistics(workspace_id=home.workspace_id)
    after = course()
    assert after[2] == before[2]
    assert len(after[2]) == 3


def test_they_are_counted_however_many_they_are(plans, remember, ask, planner, person, now):
    in_a_hidden_category(remember, person, now)
    answer = ask("Who dives for abalone?", actor=planner, top_k=3)
    assert 12 <= answer.withheld["category"] <= 24  # as many as each way of searching may bring
