"""However common a question's words are, a lexical query reads no more rows than its bound."""

import numpy as np
import pytest
from django.db import connection
from django.utils import timezone

from benchmarks.population import Texts, drop_index, populate
from benchmarks.rows_read import Rows, rows_read
from memories.embedding_models import active_model
from retrieval import statistics
from retrieval.candidates import lexical
from retrieval.prepared_query import prepare
from retrieval.query_context import LexemeCounts
from retrieval.recording import Stopwatch
from retrieval.requests import QueryRequest
from workspaces import scope
from workspaces.models import Person

pytestmark = pytest.mark.django_db
BOUND = 10
SMALL_PERSON = 100
QUESTIONS = ("orchard", "tree orchard", "pear", "tree orchard pear", "plum", "orchard plum")


@pytest.fixture
def orchard(remember, say, monkeypatch):
    for number in range(2 * BOUND):
        remember(f"Tree number {number} stands in the orchard.")
    say(*[f"I saw tree {number} in the orchard." for number in range(2 * BOUND)])
    monkeypatch.setattr(lexical, "BOUND", BOUND)


@pytest.fixture
def rows_by_words(home, supervisor):
    """The rows that a first pass reads, by table; `words` are the question's as they are known unless given."""

    def explain(question, person_id=None, words=None):
        request = QueryRequest(query=question, user_id=person_id or home.user_id)
        prepared = prepare(request, actor=supervisor, now=timezone.now(), clock=Stopwatch())
        with scope.enter(home.workspace_id):
            return rows_read(lexical.first_pass(prepared, words or prepared.context.lexemes))

    return explain


def test_common_words_bring_no_more_than_the_bound(orchard, rows_by_words):
    known = LexemeCounts({"tree": 4 * BOUND, "orchard": 4 * BOUND}, 4 * BOUND, are_counted=True)
    read = rows_by_words("tree orchard", words=known)
    assert read == {"memories_chunk": Rows(BOUND), "conversations_turn": Rows(BOUND)}


def test_a_common_word_is_left_out_beside_a_rare_one(orchard, rows_by_words, remember):
    remember("The tree of Peru.")
    known = LexemeCounts({"tree": 4 * BOUND, "peru": 1}, 4 * BOUND, are_counted=True)
    assert rows_by_words("tree Peru", words=known)["memories_chunk"].kept == 1


def test_the_bound_is_a_thousand_rows():
    assert lexical.BOUND == 1_000


@pytest.fixture(params=[1_000, pytest.param(100_000, marks=pytest.mark.prove)])
def crowd(request, home, monkeypatch):
    """One person with half of all memories, and others with 100 each, in turns; answers one of the others.

    The hundredth part has a hundredth of the bounds.
    """
    size = request.param
    scale_bounds(monkeypatch, size / 100_000)
    with scope.enter(home.workspace_id):
        others = Person.objects.bulk_create(Person(name="Other") for _ in range(size // 2 // SMALL_PERSON))
    owners = [home.user_id] * (size // 2) + [other.id for other in others] * SMALL_PERSON
    owners = [owners[place] for place in np.random.default_rng(1).permutation(size)]
    drop_index()
    populate(home.workspace_id, owners, texts_of_orchard(size))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE memories_memory, memories_chunk, memories_embedding")
    assert statistics.refresh_statistics(workspace_id=home.workspace_id) == 1
    return others[0].id


def scale_bounds(monkeypatch, share):
    monkeypatch.setattr(lexical, "BOUND", int(lexical.BOUND * share))
    monkeypatch.setattr(statistics, "MANY_TEXTS", max(int(statistics.MANY_TEXTS * share), 200))


def texts_of_orchard(size):
    """Each has `orchard` and `tree`, every tenth `pear`, one in a hundred `plum`."""
    kinds = ("pear" if number % 10 == 0 else "plum" if number % 100 == 1 else "apple" for number in range(size))
    contents = [f"Tree {number} of the orchard, an old {kind}." for number, kind in enumerate(kinds)]
    vectors = np.random.default_rng(1).normal(size=(size, active_model().dimensions)).astype(np.float32)
    return Texts(contents, vectors)


def test_the_bound_holds_for_much_and_for_little(crowd, rows_by_words):
    large = {question: rows_by_words(question)["memories_chunk"].kept for question in QUESTIONS}
    small = {question: rows_by_words(question, crowd)["memories_chunk"].read for question in QUESTIONS}
    assert max(large.values()) == large["tree orchard"] == lexical.BOUND
    assert 0 < large["orchard plum"] < lexical.BOUND
    assert max(small.values()) == SMALL_PERSON


def test_words_of_every_tenth_text_are_looked_for_in_as_many_texts_as_the_bound(crowd, rows_by_words):
    for question in ("orchard", "pear", "tree orchard pear"):
        assert rows_by_words(question)["memories_chunk"].read <= 3 * lexical.BOUND, question
