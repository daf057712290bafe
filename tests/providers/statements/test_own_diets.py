"""The diets that people state about themselves, in four languages: a name or a food, never a clause beside it."""

import pytest

from providers.statements import combined_diets, excluded_by_diet, find
from tests.providers.statements.labelled import rows

ROWS = rows("own_diets.tsv")


@pytest.mark.parametrize(("text", "diet"), ROWS)
def test_the_names_alone(text, diet):
    marks = {"diet": "", "avoided_foods": "-"}
    found = [one for one in find(text, speaker="Ana Silva") if one.key in marks and one.is_fact]
    assert {f"{marks[one.key]}{one.value}" for one in found} == {one.strip() for one in diet.split(",") if one.strip()}


@pytest.mark.parametrize(
    ("text", "diet"),
    [
        ("Ich bin vegan, außer Honig.", "vegan, außer Honig"),
        ("Je suis végétarienne, mais je mange du poisson.", "végétarienne, mais je mange du poisson"),
        ("Soy vegana, excepto la miel.", "vegana, excepto la miel"),
        ("I'm vegan, except for honey.", "vegan, except for honey"),
        ("I'm vegan, but I eat a lot of pasta.", "vegan"),
    ],
)
def test_what_a_diet_excepts_stays_with_it(text, diet):
    assert [one.value for one in find(text) if one.key == "diet"] == [diet]
    assert combined_diets(diet, "halal") == f"{diet}, halal"


def test_what_a_diet_excepts_is_not_excluded():
    assert "honey" in excluded_by_diet("vegan")
    assert "honey" not in excluded_by_diet("vegan, außer Honig")


@pytest.mark.parametrize(
    ("stored", "new", "both"),
    [
        ("diabetic", "vegan", "vegan, diabetic"), ("keto", "Veganerin", "keto, Veganerin"),
        ("vegan", "vegetariana", "vegetariana"), ("low-salt", "low-carb", "low-carb"),
    ],
)  # fmt: skip
def test_a_new_diet_replaces_one_of_its_kind(stored, new, both):
    assert set(combined_diets(stored, new).split(", ")) == set(both.split(", "))
