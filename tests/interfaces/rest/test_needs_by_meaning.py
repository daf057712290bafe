"""A need in words that no rule reads is asked about, and what only names a food is not."""

import pytest

from conversations.models import Turn
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(owner):
    """The questions that wait."""
    return lambda: owner.get("/proposals", {"state": "pending"}).json()["results"]


def told(questions):
    return {f"{one['field'].split(':')[0].removeprefix('constraint.')}: {one['new_value']}" for one in questions}


@pytest.mark.parametrize(
    ("message", "questions"),
    [
        ("My doctor says I can't have wheat.", {"avoided_foods: wheat"}),
        ("Vegan here, allergic to cashews.", {"diet: vegan", "allergies: cashews"}),
        ("Shellfish is off the table for me since the hospital visit", {"allergies: Shellfish"}),
        ("Bei Sellerie muss ich passen.", {"avoided_foods: Sellerie"}),
        ("Con el marisco ni acercarme.", {"avoided_foods: marisco"}),
        ("Haselnüssen gehe ich aus dem Weg.", {"avoided_foods: Haselnüsse"}),
        ("Me acaban de diagnosticar alergia a los cacahuetes.", {"allergies: cacahuetes"}),
        ("Mit Fisch kannst du mich jagen.", {"avoided_foods: Fisch"}),
        ("Koriander schmeckt wie Seife, lass ihn immer weg.", {"avoided_foods: Koriander"}),
        ("Ni pescado ni marisco, no los soporto.", {"avoided_foods: pescado", "avoided_foods: marisco"}),
        ("Last time I had oysters I couldn't breathe.", {"allergies: oysters"}),
        ("Meine Ärztin hat bei mir eine Nussallergie festgestellt.", {"allergies: Nuss"}),
        ("Allergique à la moutarde depuis toute petite.", {"allergies: moutarde"}),
        ("Hazelnut milk and I don't get along.", {"allergies: Hazelnut milk"}),
        ("Pfirsichen gehe ich aus dem Weg.", {"allergies: Pfirsiche"}),
        ("Les fruits de mer, mon corps ne les supporte plus.", {"allergies: fruits de mer"}),
    ],
)
def test_it_is_asked_about_and_nothing_is_stored(say, needs, asked, message, questions):
    say(message)
    assert (told(asked()), needs()) == (questions, set())


def test_an_illness_is_asked_about_beside_what_is_left_out_for_it(say, needs, asked):
    say("Ich bin Zöliakie-Patientin.")
    assert "avoided_foods: Gluten (Zöliakie)" in told(asked())
    assert (len(asked()), needs()) == (2, set())


def test_a_faith_is_asked_about_beside_a_way_of_eating_that_is_kept(say, needs, asked):
    say("Je mange halal maintenant, je suis musulmane.")
    assert (len(asked()), needs()) == (1, {"diet: halal"})


@pytest.mark.parametrize(
    "message",
    [
        "I made a peanut curry for the neighbours.",
        "My sister can't eat shellfish, so we skipped the oysters.",
        "As a child I couldn't drink milk, but now I'm fine with it.",
        "Are cashews safe for people with a walnut allergy?",
        "I can't stand cheese puns.",
        "Oysters are disgusting, I can't look at them.",
        "Wir verkaufen glutenfreie Brote in unserer Bäckerei.",
        "No me quedan huevos en la nevera.",
        "Mon chien ne tolère pas les céréales.",
        "Me importa un pimiento lo que diga.",
        "J'en ai ras le bol, ça me court sur le haricot.",
        "Der geht mir auf die Nüsse, ich vertrage ihn nicht.",
        "I can't deal with this, it's bananas.",
        "Ich bin nicht mehr vegan.",
        "Last time I had oysters the sun was shining.",
        "Bei meinem Sohn wurde eine Nussallergie festgestellt.",
        "Je ne suis plus végétarien depuis mars.",
        "I eat meat again.",
    ],
)
def test_what_only_names_a_food_is_not_asked_about(say, needs, asked, message):
    say(message)
    assert (asked(), needs()) == ([], set())


MESSAGE = "My doctor says I can't have wheat."


def test_a_yes_stores_it(say, needs, asked, owner):
    say(MESSAGE)
    (question,) = asked()
    assert owner.post(f"/proposals/{question['id']}/approve").status_code == 200
    assert needs() == {"avoided_foods: wheat"}


def test_after_a_no_it_is_not_asked_again(say, needs, asked, owner):
    say(MESSAGE)
    (question,) = asked()
    assert owner.post(f"/proposals/{question['id']}/reject").status_code == 200
    say(MESSAGE)
    assert (asked(), needs()) == ([], set())


def test_its_words_are_found_while_it_waits_and_not_after_a_no(say, asked, owner, ana, home):
    """What nobody knows of harms the person."""
    say(MESSAGE)
    (question,) = asked()
    assert withheld(ana, home) == [[]]
    owner.post(f"/proposals/{question['id']}/reject")
    assert withheld(ana, home) != [[]]


def withheld(ana, home):
    with scope.enter(home.workspace_id):
        return list(Turn.objects.filter(person_id=ana).values_list("withheld", flat=True))


def test_said_again_it_is_one_question(say, asked):
    say(MESSAGE, MESSAGE)
    assert len(asked()) == 1


def test_what_stands_is_not_asked_about(say, needs, asked):
    say("I'm allergic to wheat.", MESSAGE)
    assert (asked(), needs()) == ([], {"allergies: wheat"})


def test_a_sentence_that_a_rule_reads_is_stored_at_once(say, needs, asked):
    say("I can't eat gluten.")
    assert (asked(), needs()) == ([], {"avoided_foods: gluten"})


@pytest.mark.parametrize(
    ("message", "reason", "foods"),
    [
        ("I'm leaving out soft cheese and sushi because I'm pregnant.", "pregnant", {"soft cheese", "sushi"}),
        ("Ich bin schwanger und meide rohe Eier.", "schwanger", {"rohe Eier"}),
        ("Estoy embarazada, así que evito el sushi.", "embarazada", {"sushi"}),
        ("Je suis enceinte, donc j'évite le fromage au lait cru.", "enceinte", {"fromage au lait cru"}),
    ],
)
def test_a_food_left_out_for_a_reason_is_asked_about_by_itself(say, needs, asked, owner, message, reason, foods):
    say(message)
    about = [one for one in asked() if one["field"].startswith("constraint.avoided_foods")]
    assert {one["new_value"] for one in about} == foods
    assert not any(reason in f"{one['new_value']} {one['reason']}" for one in about)
    (other,) = [one for one in asked() if one not in about]
    assert reason in other["new_value"]
    owner.post(f"/proposals/{other['id']}/reject")
    assert len(asked()) == len(foods)
    owner.post(f"/proposals/{about[0]['id']}/approve")
    assert needs() == {f"avoided_foods: {about[0]['new_value']}"}


@pytest.mark.parametrize(
    ("message", "food"),
    [("I'm pregnant, so I avoid pâté.", "pâté"), ("Ich bin schwanger und esse keinen Rohmilchkäse.", "Rohmilchkäse")],
)
def test_a_food_that_a_rule_reads_is_stored_and_the_reason_asked_about(say, needs, asked, message, food):
    say(message)
    (question,) = asked()
    assert needs() == {f"avoided_foods: {food}"} and question["new_value"].endswith(message)


@pytest.mark.parametrize(
    "message",
    ["I'm pregnant, so I avoid stress.", "My wife is pregnant, so I avoid sushi.", "I have asthma and avoid smoking."],
)
def test_what_is_no_food_of_theirs_is_not(say, asked, message):
    say(message)
    assert not [one for one in asked() if one["field"].startswith("constraint.avoided_foods")]


def test_the_first_questions_are_not_asked_twice_before_the_next(say, asked, owner):
    said = "Bei Sellerie, Erdnüssen, Eiern und Soja muss ich passen."
    say(said)
    first = asked()
    assert len(first) == 3
    for one in first:
        owner.post(f"/proposals/{one['id']}/approve")
    say(said)
    assert [one["new_value"] for one in asked()] == ["Soja"]


@pytest.mark.parametrize(
    "message",
    [
        "Cada vez que pruebo el melón se me hincha la lengua.",
        "Cada vez que como higos se me hincha la boca.",
        "Dès que je mange du céleri, j'ai la gorge qui gratte.",
        "Bei Sellerie muss ich passen.",
        # The value in other words, or without a subject.
        "Vegan here, and happily so.",
        "Soy celíaca diagnosticada desde niña.",
        "Mon immunologue a rayé les noisettes de ma liste.",
        "À la clinique on m'a dit que l'orge, c'était terminé pour moi.",
        "Tierische Produkte rühre ich seit Jahren nicht mehr an.",
        "Fleisch ist für mich seit 2019 Geschichte.",
        "A mí con huevos no, que no los tolero.",
        "Rien d'origine animale dans mes repas, c'est mon choix de vie.",
        "Depuis ma conversion, le porc a disparu de ma vie.",
    ],
)
def test_a_refused_guess_is_left_out_of_its_message(say, asked, owner, home, message):
    """Readable while the request is pending, withheld after a refusal (docs/conversations.md)."""
    say(message)
    (question,) = [one for one in asked() if one["field"].startswith("constraint.")]
    owner.post(f"/proposals/{question['id']}/reject")
    with scope.enter(home.workspace_id):
        shown = Turn.objects.get().retrievable
    assert shown is not None and message not in shown
