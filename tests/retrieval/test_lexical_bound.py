"""However common a question's words are, a lexical query reads no more rows than its bound."""

import json

import pytest
from django.db import connection
from django.utils import timezone

from retrieval.candidates import lexical
from retrieval.candidates.lexical import Words
from retrieval.pipeline import prepare, search_of
from retrieval.recording import Stopwatch
from retrieval.requests import QueryRequest
from workspaces import scope

pytestmark = pytest.mark.django_db
BOUND = 10


@pytest.fixture
def orchard(remember, say, monkeypatch):
    for number in range(2 * BOUND):
        remember(f"Tree number {number} stands in the orchard.")
    say(*[f"I saw tree {number} in the orchard." for number in range(2 * BOUND)])
    monkeypatch.setattr(lexical, "BOUND", BOUND)


@pytest.fixture
def rows_read(home, supervisor):
    """How many rows the tables' scans bring, by EXPLAIN, when the words are known to be that common."""

    def explain(question, documents):
        request = QueryRequest(query=question, user_id=home.user_id)
        asked = prepare(request, actor=supervisor, now=timezone.now(), clock=Stopwatch())
        words = Words(documents, 4 * BOUND, are_counted=True)
        with scope.enter(home.workspace_id), connection.cursor() as cursor:
            look = lexical.first_look(search_of(asked), words)
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {look.text}", look.params)
            found = cursor.fetchone()[0]
        return scanned(json.loads(found)[0]["Plan"] if isinstance(found, str) else found[0]["Plan"])

    return explain


def scanned(plan):
    """Rows by table, summed over a plan's scans."""
    own = {plan["Relation Name"]: plan["Actual Rows"] * plan["Actual Loops"]} if "Relation Name" in plan else {}
    for inner in plan.get("Plans", ()):
        for table, rows in scanned(inner).items():
            own[table] = own.get(table, 0) + rows
    return own


def test_common_words_read_no_more_than_the_bound(orchard, rows_read):
    read = rows_read("tree orchard", {"tree": 4 * BOUND, "orchard": 4 * BOUND})
    assert read == {"memories_chunk": BOUND, "conversations_turn": BOUND}


def test_a_common_word_is_left_out_beside_a_rare_one(orchard, rows_read, remember):
    remember("The tree of Peru.")
    read = rows_read("tree Peru", {"tree": 4 * BOUND, "peru": 1})
    assert read["memories_chunk"] == 1


def test_the_bound_is_a_thousand_rows():
    assert lexical.BOUND == 1_000
