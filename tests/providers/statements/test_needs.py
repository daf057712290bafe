"""Needs that must not be forgotten, in the languages that the detection knows."""

import pytest

from providers.statements.needs.need_words import states_need

NEEDS = [
    "Ana is allergic to peanuts.", "My sister has a nut allergy", "I'm lactose intolerant.", "Can’t eat shellfish.",
    "She is vegan.", "Vegetarian since 2019.", "Has coeliac disease.", "He has celiac disease.", "Uses a wheelchair.",
    "Max doesn't eat meat.", "Max is gluten-free.", "Max eats no pork.", "Ana cannot have shellfish.",
    "No nuts for Ana, please.", "Ana reacts badly to sesame.",
    "Ana follows a keto diet.", "Ana avoids gluten at lunch.", "Ana eats halal.", "Eva is on a low-carb diet.",
    "Ana keeps kosher.", "Ana is **vegan**.", "Ana  can't  eat nuts.",
    "Ana hat eine Nussallergie.", "Ana ist Erdnussallergikerin.",
    "Ana ist allergisch gegen Nüsse.", "Sie hat Zöliakie.", "Er darf keine Milch trinken.", "Sie sitzt im Rollstuhl.",
    "Ana es alérgica a los cacahuetes.", "Es celíaca.", "No puede comer marisco.", "Soy vegano.",
    "Ana est allergique aux noix.", "Elle est cœliaque.", "Il ne peut pas manger de gluten.", "Je suis végétarienne.",
    "Ibuprofen makes Mia's throat swell.", "She must not have penicillin.", "Penicillin gives her hives.",
    "Milk upsets her stomach.", "Peanuts could kill her.", "Strawberries bring her out in a rash.",
    "Mia came to the party. Eggs make her vomit.", "Mia carries an EpiPen.", "Latex makes her itch.",
    "Mia darf kein Penicillin bekommen.", "La penicilina le da urticaria.", "Mia ne doit pas prendre de pénicilline.",
    "È allergica alle noci.", "È intollerante al lattosio.", "É alérgica a amendoim.", "Usa cadeira de rodas.",
]  # fmt: skip
NO_NEEDS = [
    "Uses an antiallergic pillow.",
    "Likes mushroom risotto.", "The vegan bakery opens at nine.", "Cannot come on Tuesday.", "Works in energy.",
    "The internet technician comes on 9 December.", "Kann kein Spanisch.", "Elle ne peut pas venir.",
    "Ana likes the gluten-free bakery.", "Ana is on a low budget.",
    "Mia can't have cats in her flat.", "Mia can't get milk today.", "Nuts make Mia happy.", "The news made her sick.",
    "The heat makes Mia's feet swell.", "Milk makes her coffee better.", "No fish for sale here.",
    "The halal shop opens at nine.", "Ana doesn't eat breakfast.", "Ana can't have visitors today.",
]  # fmt: skip


@pytest.mark.parametrize("text", NEEDS)
def test_a_need_is_told(text):
    assert states_need(text)


@pytest.mark.parametrize("text", NO_NEEDS)
def test_other_notes_are_none(text):
    assert not states_need(text)
