"""Which needs of a relative are kept of what somebody says, in four languages; they are none of the person's own."""

import pytest

from providers.statements import find, own_need
from tests.providers.statements.labelled import rows

ROWS = rows("relatives_needs.tsv")


@pytest.mark.parametrize(("text", "kept"), ROWS)
def test_each_need(text, kept):
    found = [one.value for one in find(text) if one.key == "family" and one.pattern != "family.mentioned"]
    assert found == [one for one in kept.split("; ") if one]


@pytest.mark.parametrize("text", [one.strip() for _text, kept in ROWS for one in kept.split(";") if one.strip()])
def test_none_is_the_person_s_own(text):
    assert own_need(f"family: {text}", ("Ana Silva",)) == ""
