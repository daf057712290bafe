"""What is asked for again in other words is told from what asks about something else."""

from pathlib import Path

import pytest

from consent.detection.values import claim
from providers.statements import has_other_stance, is_reworded, sensitive

ROWS = (Path(__file__).parent / "data" / "rewordings.tsv").read_text("utf-8").splitlines()


def shared_values(*texts):
    found = [{claim(one.category, one.key, one.value) for one in sensitive(text)} for text in texts]
    return [claimed.partition("=")[2] for claimed in set.intersection(*found)]


@pytest.mark.parametrize("row", ROWS)
def test_each_pair(row):
    verdict, one, other = row.split("\t")
    values = shared_values(one, other)
    assert values or verdict == "other", "the gate itself tells them apart"
    for texts in ((one, other), (other, one)):
        assert any(is_reworded(*texts, value) for value in values) == (verdict == "same")


@pytest.mark.parametrize("row", [row for row in ROWS if row.startswith("other\tAna takes Prozac")])
def test_a_warning_of_a_medicine_never_says_that_it_is_taken(row):
    """Also where the gate asks about neither, and a field holds the medicine."""
    _verdict, one, other = row.split("\t")
    assert not is_reworded(one, other, "prozac") and has_other_stance(other, "prozac")


def test_a_value_that_no_sentence_spells_is_the_same():
    assert is_reworded("health: 6c75707573", "Ana has lupus.", "lupus")


def test_other_sentences_of_a_text_do_not_count():
    one, other = "Rui was here in 2019. Ana has epilepsy.", "Tom called in 2021. Ana has epilepsy."
    assert is_reworded(one, other, "epilepsy")
