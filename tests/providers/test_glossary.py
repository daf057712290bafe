"""Questions in other languages, word by word in English."""

import pytest

from providers.glossary import FILE, LANGUAGES, in_english


@pytest.mark.parametrize(
    ("question", "english"),
    [
        ("Wie heißt meine Schwester?", "how called my sister"),
        ("Zitronenkuchen", "lemon cake"),
        ("Wo arbeitet Ana?", "where work Ana"),
        ("¿Cuándo es mi cumpleaños?", "when is my birthday"),
        ("Comment s'appelle ma sœur ?", "how oneself called my sister"),
        ("Tomaten", "tomato"),
        ("Rezept", "recipe"),
        ("Erdnüsse", "peanut"),
        ("Haselnüsse", "hazelnut"),
        ("Weizen", "wheat"),
        ("Zug", "train"),
        ("Geburtstag", "birthday"),
        ("Wanderung", "hike"),
        ("hermana", "sister"),
        ("pastel de limón", "cake of lemon"),
        ("tarta de limón", "cake of lemon"),
        ("la recette", "the recipe"),
        ("Mutter", "mother"),
        ("Lieblingsessen", "favourite food"),
        ("dunkle Schokolade", "dark chocolate"),
        ("mejor amigo", "best friend"),
        ("pomodori", "tomato"),
        ("Qual é o nome do meu cão?", "which is what name of my dog"),
    ],
)
def test_the_words_that_are_known(question, english):
    assert in_english(question) == english


@pytest.mark.parametrize(
    "question",
    [
        "What is my sister called?",
        "",
        "Warum quietscht Kasimirs Pendelhubstichsäge?",
        "妹の名前は何ですか",
        "son",
        "kind",
        "main dish",
        "piano",
        "brother",
        "chocolate cake",
        "su",
        "Xylophon",
    ],
)
def test_english_and_what_is_little_known_is_left(question):
    assert in_english(question) == ""


def test_each_row_has_a_column_for_each_language():
    rows = [line for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert {len(row.split("\t")) for row in rows} == {len(LANGUAGES) + 1}
