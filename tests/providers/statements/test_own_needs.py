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


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Ana is allergic to walnuts.", "allergies"),
        ("Ana Silva cannot eat eggs.", "allergies"),
        ("Ana es alérgica a la leche.", "allergies"),
        ("Ana darf keine Erdbeeren essen, sonst bekommt sie Ausschlag.", "allergies"),
        ("User has a nut allergy.", "allergies"),
        ("Nuts make Ana ill.", "allergies"),
        ("Ana has a nut allergy, and her colleague Tiago cannot eat gluten.", "allergies"),
        ("Tiago is allergic to gluten.", ""),
        ("Tiago Santos eats no gluten.", ""),
        ("Inês cannot eat wheat, Ana says.", ""),
        ("Inês told Ana that she is allergic to wheat.", ""),
        ("Inês es alérgica al trigo.", ""),
        ("Tiago darf keine Nüsse essen.", ""),
        ("Tiago a une allergie aux noix.", ""),
        ("Ana's brother Rui has a nut allergy.", ""),
    ],
)
def test_whose_it_is_where_the_person_s_name_is_known(text, key):
    assert own_need(text, ("Ana Silva",)) == key
