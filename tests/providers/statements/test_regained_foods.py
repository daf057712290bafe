"""What somebody can eat again, and what they leave out for a reason that is asked about."""

import pytest

from providers.statements import needs_with_reasons, regained_food_sentences
from tests.providers.statements.labelled import rows


@pytest.mark.parametrize(("is_said", "text"), rows("regained_foods.tsv"))
def test_that_something_can_be_eaten_again_is_read(is_said, text):
    assert bool(regained_food_sentences(text)) == (is_said == "yes")


@pytest.mark.parametrize(("text", "foods"), rows("needs_with_reasons.tsv"))
def test_foods_beside_a_reason_are_read(text, foods):
    assert ", ".join(one.value for one in needs_with_reasons(text)) == foods


def test_what_is_read_already_is_not_read_again():
    assert needs_with_reasons("Avec mon diabète, j'évite le riz blanc.", known=["riz"]) == []
