"""Needs in words that no rule reads: the share found of sentences that nothing was trained on, and of others."""

import csv
from pathlib import Path

import numpy as np
import pytest

from providers.statements import find, needs_by_meaning
from providers.statements.gate.need_reader import FILE
from scripts.train_need_reader import sentences
from scripts.training_sentences import text_sha256

DATA = Path(__file__).parent / "data" / "needs_by_meaning.tsv"
ROWS = list(csv.DictReader(DATA.read_text(encoding="utf-8").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
LANGUAGES = ("de", "en", "es", "fr")


def told(text):
    return [(one.key, one.value) for one in needs_by_meaning(text)]


def is_found(text):
    return bool(told(text) or [one for one in find(text) if one.category == "constraint" and one.is_fact])


def share_found(kind, language):
    texts = [row["sentence"] for row in ROWS if (row["kind"], row["language"]) == (kind, language)]
    return sum(map(is_found, texts)) / len(texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_needs_are_found(language):
    assert share_found("need", language) >= 0.7


@pytest.mark.parametrize("language", LANGUAGES)
def test_few_other_sentences_are_taken_for_a_need(language):
    assert share_found("not", language) <= 0.05


@pytest.mark.parametrize(
    ("text", "needs"),
    [
        ("I steer well clear of mustard because my lips swell.", [("allergies", "mustard")]),
        ("Lactose is a problem for me, so only oat milk in my coffee.", [("avoided_foods", "Lactose")]),
        ("Auf Nüsse und Eier muss ich ganz verzichten.", [("avoided_foods", "Nüsse"), ("avoided_foods", "Eier")]),
        ("Haselnüssen gehe ich aus dem Weg.", [("avoided_foods", "Haselnüsse")]),
        ("Bei mir wurde eine Sesamallergie festgestellt.", [("allergies", "Sesam")]),
        ("Tierische Produkte rühre ich seit Jahren nicht mehr an.", [("diet", "vegan")]),
        ("Je ne consomme que de la viande halal.", [("diet", "halal")]),
        ("I have Crohn's disease, no raw vegetables.", [("avoided_foods", "raw vegetables")]),
        ("Tengo la enfermedad de Crohn, nada de verduras crudas.", [("avoided_foods", "verduras crudas")]),
        ("Geräucherter Lachs ist für mich tabu.", [("avoided_foods", "Geräucherter Lachs")]),
        ("Les œufs crus, mon corps ne les supporte plus.", [("allergies", "œufs crus")]),
        ("Soy celíaca diagnosticada desde niña.", [("avoided_foods", "gluten (celíaca)")]),
    ],
)  # fmt: skip
def test_the_value_is_what_the_sentence_names(text, needs):
    assert told(text) == needs


@pytest.mark.parametrize(
    "text",
    [
        "I used to react badly to milk, that's over.",
        "Ich darf wieder Nüsse essen, sagt meine Ärztin.",
        "Mi hermana no puede comer marisco.",
        "Le gluten ne me pose aucun problème.",
        "Oysters are disgusting, I can't eat them.",
        "Am I not allowed to eat nuts?",
        "I'm not eating meat this week because the freezer is broken.",
    ],
)
def test_others_former_times_dislikes_and_passing_states_tell_no_need(text):
    assert told(text) == []


def test_what_rules_read_is_not_read_again():
    text = "I steer well clear of mustard because my lips swell."
    assert needs_by_meaning(text, known=[text[:-1]]) == []


def test_the_weights_come_from_the_committed_text():
    """Else run `python scripts/train_need_reader.py`."""
    with np.load(FILE, allow_pickle=False) as stored:
        assert str(stored["text_sha256"]) == text_sha256(sentences())
    assert FILE.stat().st_size < 150_000
