"""Which texts cannot both be right about allergies, diets and meals."""

import pytest

from providers.statements.comparison.contradictions import are_contrary, needs_stated

PEANUTS = "Ana is allergic to peanuts."
CONTRARY = [
    (PEANUTS, "Ana can eat peanuts."),
    (PEANUTS, "Ana may have peanuts again."),
    (PEANUTS, "Ana tolerates peanuts well."),
    (PEANUTS, "Ana loves peanut butter."),
    (PEANUTS, "Ana is not allergic to peanuts."),
    (PEANUTS, "Ana loves peanuts."),
    ("allergies: peanuts", "Ana's favourite snack is peanut butter."),
    ("Ana is allergic to nuts.", "Ana eats walnuts."),
    ("Ana is lactose intolerant.", "Ana loves cheese."),
    ("Ana is allergic to shellfish.", "Ana enjoys prawns."),
    ("Ana is vegan.", "Ana loves steak."),
    ("diet: vegetarian", "Ana had a bad day but likes bacon and eggs."),
    ("Ana is vegetarian.", "Ana is vegan."),
    ("Ana eats no meat.", "Ana enjoys a good steak."),
    ("diet: gluten-free", "Ana eats bread every morning."),
    ("diet: no pork", "Ana loves bacon."),
    (PEANUTS, "Ana darf peanuts essen."),
]
AGREEING = [
    (PEANUTS, "Ana can't eat peanuts."),
    (PEANUTS, "Ana never eats peanuts."),
    (PEANUTS, "Ana loves chocolate."),
    (PEANUTS, "Ana can eat no peanuts."),
    ("Ana is vegan.", "Ana loves vegan cheese."),
    ("diet: vegetarian", "Ana puede comer carne vegana."),
    ("diet: vegetarian", "Ana darf vegetarisches Fleisch essen."),
    ("Ana is vegan.", "Ana eats no meat."),
    ("Ana is lactose intolerant.", "Ana drinks oat milk."),
    ("Ana is vegetarian.", "Ana likes walking in Porto."),
    (PEANUTS, "Ana likes everything but peanuts."),
    ("Ana eats no meat.", "Ana eats fish on Fridays."),
    ("Ana loves steak.", "Ana loves peanut butter."),
    (PEANUTS, PEANUTS),
    ("Ana is allergic to cats.", "Ana eats catfish."),
]


@pytest.mark.parametrize(("one", "other"), CONTRARY)
def test_these_cannot_both_be_right(one, other):
    assert are_contrary(needs_stated(one), needs_stated(other))
    assert are_contrary(needs_stated(other), needs_stated(one))


@pytest.mark.parametrize(("one", "other"), AGREEING)
def test_these_can(one, other):
    assert not are_contrary(needs_stated(one), needs_stated(other))


def test_a_long_text_is_not_read():
    assert needs_stated(PEANUTS + " It rained." * 20) == []
