"""What plainly tells of the person's allergies or diet is read for policies that name them, in whatever words."""

import time

import pytest

from providers.statements import DIET_KEYS, sensitive
from tests.providers.statements.labelled import rows

ROWS = rows("told_needs.tsv")


@pytest.mark.parametrize(("key", "text"), [row for row in ROWS if row[0] != "-"])
def test_it_is_read(key, text):
    assert key in {one.key for one in sensitive(text, keys=DIET_KEYS)}


@pytest.mark.parametrize("text", [text for key, text in ROWS if key == "-"])
def test_of_an_animal_a_relation_or_a_topic_it_is_not(text):
    assert sensitive(text, keys=DIET_KEYS) == []


@pytest.mark.parametrize("text", ["a book about allergies ", "the dog is allergic to "])
def test_a_long_sentence_takes_no_longer_a_character(text):
    began = time.process_time()
    sensitive(text * 500, keys=DIET_KEYS)

    assert time.process_time() - began < 10
