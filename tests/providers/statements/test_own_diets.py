"""Which diet a person tells of themselves, in four languages: a name or a food, never a clause beside it."""

import pytest

from providers.statements import find
from tests.providers.statements.labelled import DATA

ROWS = [
    line.split("\t")
    for line in (DATA / "own_diets.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("text", "diet"), ROWS)
def test_the_names_alone(text, diet):
    marks = {"diet": "", "avoided_foods": "-"}
    found = [one for one in find(text, speaker="Ana Silva") if one.key in marks and one.is_fact]
    assert {f"{marks[one.key]}{one.value}" for one in found} == {one.strip() for one in diet.split(",") if one.strip()}
