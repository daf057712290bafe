"""R31 for foods: a sentence that states that the person cannot or does not eat one is withheld, not each that names
it."""

import pytest

from providers.statements import known_value_matches
from tests.providers.statements.labelled import rows

ROWS = rows("food_mentions.tsv")


@pytest.mark.parametrize("key", ["allergies", "avoided_foods"])
@pytest.mark.parametrize(("kind", "food", "text"), ROWS)
def test_only_a_need_is_withheld(kind, food, text, key):
    assert bool(known_value_matches(text, [(key, food)])) == (kind == "need")
