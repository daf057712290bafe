"""The merge policy: auto, update, recreate, or both stay."""

import pytest

from intelligence.consolidation.judging import Judgement, merge_of, needs_no_judge
from memories.models.choices import MergeBand
from tests.intelligence.consolidation.test_pairs import pair as bare_pair

ONE, FULLER = "Ana drinks tea.", "Ana drinks tea with milk."
OWN = "Ana likes to drink tea with milk."


def pair(first=ONE, second=FULLER, cosine=0.85):
    made = bare_pair(first, second, cosine)
    for memory in (made.first, made.second):
        memory.change_id = memory.id
    return made


def same(text=""):
    return Judgement(is_same=True, text=text, judge="a model, judge_pairs 1")


@pytest.mark.parametrize(("cosine", "expected"), [(0.92, True), (0.919, False)])
def test_one_text_needs_no_judge_from_the_high_band_on(cosine, expected):
    assert needs_no_judge(pair(ONE, "ana drinks tea", cosine)) is expected


def test_another_text_needs_one_however_near():
    assert not needs_no_judge(pair(cosine=0.99))


def test_auto_keeps_the_older_as_it_is():
    change = merge_of(pair(ONE, "ana drinks tea", 0.95), None)
    assert (change.band, change.content, change.judge) == (MergeBand.AUTO, "", "rules")


def test_different_ones_both_stay():
    assert merge_of(pair(), Judgement(is_same=False, text="", judge="rules")) is None


def test_update_takes_the_fuller_text():
    assert (merge_of(pair(), same()).band, merge_of(pair(), same()).content) == (MergeBand.UPDATE, FULLER)


def test_or_the_judge_s_where_the_two_are_near():
    change = merge_of(pair(cosine=0.80), same(OWN))
    assert (change.band, change.content) == (MergeBand.UPDATE, OWN)


def test_far_apart_the_judge_s_text_makes_a_new_memory():
    change = merge_of(pair(cosine=0.79), same(OWN))
    assert (change.band, change.content) == (MergeBand.RECREATE, OWN)


@pytest.mark.parametrize("text", ["She drinks it with milk.", "Ana drinks tea and", ONE])
def test_a_badly_written_text_is_not_used(text):
    assert merge_of(pair(cosine=0.75), same(text)).content == FULLER


def test_the_merge_pins_what_was_compared():
    change = merge_of(pair(), same())
    assert (change.expected_change_id, change.absorbed_change_id) == (change.memory_id, change.absorbed_id)
