"""The need that a text states of its person."""

import pytest

from providers.statements import own_need


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("I am allergic to penicillin.", "allergies"),
        ("Penicillin gives me hives.", "allergies"),
        ("Soy alérgica a la penicilina.", "allergies"),
        ("Ich vertrage keine Laktose.", "allergies"),
        ("I had a severe reaction to ibuprofen in 2019.", "allergies"),
        ("Ana must not be given penicillin.", "allergies"),
        ("I'm vegetarian.", "diet"),
        ("I take warfarin every morning.", "health_conditions"),
        ("Ana has epilepsy.", "health_conditions"),
        ("I am not allergic to nuts.", ""),
        ("My sister Rita is allergic to peanuts.", ""),
        ("Ana's colleague Inês does not eat wheat.", ""),
        ("I love to eat peanut butter cookies.", ""),
        ("I am allergic to penicillin. " + "And so on. " * 60, ""),
    ],
)
def test_own_need(text, key):
    assert own_need(text) == key
