"""A search in one language finds what was said in another, and small words do not come in its way."""

import pytest
from django.utils import timezone

from memories.maintenance.index_turns import index_turns

pytestmark = pytest.mark.django_db


def groups(client, words):
    return {group.name: group for group in client.get("/search", {"q": words}).context["groups"]}


def texts_of(client, words):
    """What was found otherwise than by its meaning alone."""
    return [str(hit.text) for name, group in groups(client, words).items() if name != "closest" for hit in group.hits]


@pytest.mark.parametrize(
    "words",
    [
        "sister birthday", "my sister's birthday", "Geburtstag meiner Schwester", "Cumpleaños de mi hermana",
        "cumpleaños hermana", "anniversaire de ma sœur", "compleanno di mia sorella",
    ],
)  # fmt: skip
def test_possessives_and_small_words_do_not_hide_what_has_the_others(owner, note, words):
    note("Ana plans a cake for the birthday of her sister Rita.")
    assert any("sister" in text for text in texts_of(owner, words))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("hazelnut", "Ich vertrage leider keine Haselnüsse im Kuchen und auch keine Mandeln."),
        ("pollen", "En primavera el polen me molesta mucho cuando paseo por el campo."),
        ("chickenpox", "Mi hermana tuvo la varicela cuando era niña y se quedó en casa dos semanas."),
        ("sister birthday", "El cumpleaños de mi hermana es en diciembre y quiero preparar una fiesta."),
        ("eczema", "Die Salbe gegen das Ekzem liegt im Badezimmer im oberen Schrank."),
        ("dust mites", "Wegen der Hausstaubmilben wasche ich die Bettwäsche jede Woche sehr heiß."),
    ],
)
def test_an_english_word_finds_what_was_said_in_another_language(owner, home, say, words, said):
    say(said)
    index_turns(workspace_id=home.workspace_id, now=timezone.now())
    found = groups(owner, words)["conversations"].hits
    assert [str(hit.why) for hit in found] == ["words of the same meaning"]


@pytest.mark.parametrize("words", ["polen", "Blütenstaub", "Pollen"])
def test_a_foreign_word_finds_what_was_said_in_english(owner, note, words):
    note("Ana closes the windows when there is much pollen.")
    assert any("pollen" in text for text in texts_of(owner, words))
