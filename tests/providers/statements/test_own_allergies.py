"""Which allergies a person tells of themselves, in four languages: things, never a clause that stands beside them."""

import pytest

from providers.statements import find
from tests.providers.statements.labelled import rows

ROWS = rows("own_allergies.tsv")


@pytest.mark.parametrize(("text", "allergies"), ROWS)
def test_the_things_alone(text, allergies):
    told = {one.value for one in find(text, speaker="Ana Silva") if one.key == "allergies" and one.is_fact}
    assert told == {one.strip() for one in allergies.split(",") if one.strip()}
