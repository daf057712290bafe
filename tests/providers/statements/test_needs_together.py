"""Every need that one sentence tells of its speaker, in four languages; none of what it says of others."""

import pytest

from providers.statements import find
from tests.providers.statements.labelled import rows

MARKS = {"allergies": "!", "avoided_foods": "-", "diet": ""}
ROWS = rows("needs_together.tsv")


@pytest.mark.parametrize(("text", "needs"), ROWS)
def test_all_of_them(text, needs):
    found = [one for one in find(text, speaker="Kim Rowe") if one.key in MARKS and one.is_fact]
    assert {f"{MARKS[one.key]}{one.value}" for one in found} == {one.strip() for one in needs.split(",") if one.strip()}


def test_each_is_quoted_from_the_text_as_it_was_written():
    text = "Hello there. I'm vegan and allergic to nuts. Bye."
    quotes = {text[one.start : one.end] for one in find(text, speaker="Kim Rowe")}
    assert quotes == {"I'm vegan and allergic to nuts."}
