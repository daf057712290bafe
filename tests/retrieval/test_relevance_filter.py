"""What makes a text likely to be evidence (`select: "relevant"`): the documented signs, each with its weight."""

import math
import re
from pathlib import Path

import pytest
from django.conf import settings as configured
from django.utils import timezone

from retrieval.prepared_query import prepare
from retrieval.query import rank_candidates
from retrieval.recording import Stopwatch
from retrieval.relevance_filter import LIKELIHOOD, likelihoods
from retrieval.requests import QueryRequest
from retrieval.selection import Limits, calibration_of, select
from workspaces import scope

pytestmark = pytest.mark.django_db

TABLE = (Path(configured.BASE_DIR) / "docs/retrieval.md").read_text()
BEST, AGAIN, AFTER = "Ana plays the cello in a string quartet.", "Ana plays.", "The quartet has a van."
ASKED, ANSWERED = "Which instrument is in the window?", "A small green one."
DATED, ADVICE = "An instrument was bought last week.", "Every instrument needs a case for 40 euros."


@pytest.fixture
def logits(home, supervisor):
    """How likely each text is to be evidence, as log odds."""

    def measure(question):
        request = QueryRequest(query=question, user_id=home.user_id, top_k=10)
        prepared = prepare(request, actor=supervisor, now=timezone.now(), clock=Stopwatch())
        with scope.pipelined_scope(home.workspace_id):
            found = rank_candidates(prepared, Stopwatch())
        selected, _ = select(found.ranked, Limits(10, None, {}), calibration_of(prepared.model, prepared.request.query))
        likely = likelihoods(selected, query=question, information=found.information)
        return {one.ranked.text.head: math.log(p / (1 - p)) for one, p in zip(selected, likely, strict=True)}

    return measure


@pytest.fixture
def signs(logits, monkeypatch):
    """How strongly each text shows a sign: what its weight changes."""

    def measure(name, question):
        weighed = logits(question)
        with monkeypatch.context() as patch:
            patch.setitem(LIKELIHOOD, name, 0.0)
            unweighed = logits(question)
        return {text: (weighed[text] - unweighed[text]) / LIKELIHOOD[name] for text in weighed}

    return measure


@pytest.fixture
def talk(say):
    say(BEST, AFTER, session="one")
    say(AGAIN, session="two")
    say(ASKED, ANSWERED, session="three")
    say(DATED, session="four")
    say(ADVICE, session="five", role="assistant")


@pytest.mark.parametrize(
    ("name", "question", "shown_by"),
    [
        ("same_session", "Which instrument does Ana play?", {BEST, AFTER}),
        ("answer", "Which instrument does Ana play?", {ANSWERED}),
        ("number", "Which instrument does Ana play?", {ADVICE}),
        ("other_side", "Which instrument does Ana play?", {ADVICE}),
        ("other_side", "Which instrument did you recommend?", set()),
        ("undated", "When was the instrument bought?", {BEST, AFTER, AGAIN, ASKED, ANSWERED, ADVICE}),
        ("undated", "Which instrument was bought?", set()),
    ],
)
def test_who_shows_a_sign(talk, signs, name, question, shown_by):
    found = signs(name, question)
    assert found == {text: pytest.approx(float(text in shown_by), abs=1e-6) for text in found}


def test_only_words_that_no_better_text_holds_are_new(talk, signs):
    new = signs("new_words", "Which instrument does Ana play?")
    assert new[AGAIN] == pytest.approx(0, abs=1e-6)
    assert new[BEST] > 0
    held = sum(share for text, share in new.items() if "nstrument" in text)
    assert new[BEST] + held == pytest.approx(1)


def test_relevance_counts_beside_the_best(talk, signs):
    shares = list(signs("share", "Which instrument does Ana play?").values())
    assert shares[0] == pytest.approx(1) and shares == sorted(shares, reverse=True)


def test_the_table_lists_every_sign():
    documented = {name: float(weight) for name, weight in re.findall(r"^\| (\w+) \| (-?\d\.\d) \|", TABLE, re.M)}
    assert documented == LIKELIHOOD
