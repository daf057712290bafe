"""Questions in other languages, word by word in English."""

import pytest

from providers.glossary import in_english
from providers.glossary_words import LANGUAGES, rows


@pytest.mark.parametrize(
    ("question", "english"),
    [
        ("Wie heißt meine Schwester?", "how called my sister"),
        ("Zitronenkuchen", "lemon cake"),
        ("Wo arbeitet Ana?", "where work Ana"),
        ("Wohin reist Ana gern?", "where travel Ana like"),  # a few words, by which no language is told, and a name
        ("Was liest Ana gerne?", "what read Ana like"),
        ("¿Qué libros lee Ana?", "what book read Ana"),
        ("Que lit Ana ?", "that read Ana"),
        ("What does Ana read?", ""),
        ("Does Tiago come home?", ""),
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
        ("Qual é o nome do meu cão?", "which is the name of my dog"),
    ],
)
def test_the_words_that_are_known(question, english):
    assert in_english(question) == english


@pytest.mark.parametrize(
    ("words", "english"),
    [
        ("Hochzeitstagen", "wedding anniversary"),  # cases and plurals
        ("Steuererklärungen", "tax return"),
        ("perritas", "dog"),
        ("lápices", "pencil"),
        ("journaux", "newspaper"),
        ("coiffeuse", "hairdresser"),
        ("amiche", "friend"),
        ("lições", "lesson"),
        ("hablamos", "speak"),  # verbs
        ("Zahnarztrechnung", "dentist invoice"),  # what is made of several words
        ("Teetasse", "tea cup"),
        ("Fuehrerschein", "driving licence"),  # other spellings
        ("cumpleanos", "birthday"),
        ("cœur", "heart"),
        ("niña", "girl"),  # no English "nina"
        ("petit-déjeuner", "breakfast"),  # several words with one meaning
        ("salle de bain", "bathroom"),
        ("fin de semana", "weekend"),
        ("factura de la luz", "electricity bill"),
        ("zitronen kuchn", "lemon cake"),  # one letter wrong
        ("Hochziet", "wedding"),
        ("Beerdigng", "funeral"),
        ("cumplaños", "birthday"),
        ("anniversiare", "birthday"),
    ],
)
def test_forms_compounds_and_misspelt_words(words, english):
    assert in_english(words) == english


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
        "gift",
        "rat",
        "arm",
        "pan",
        "once",
        "animals",
        "courage",
        "comments",
        "Ana's art",
        "Zahnarzt" * 6,
        "Où habite Amanda Zylberstajn Kowalczyk ?",
    ],
)
def test_english_and_what_is_little_known_is_left(question):
    assert in_english(question) == ""


def test_each_row_has_a_column_for_each_language():
    assert {len(row) for row in rows()} == {len(LANGUAGES) + 1}


@pytest.mark.parametrize("column", range(1, len(LANGUAGES) + 1))
def test_each_word_stands_once_in_its_language_as_it_is_looked_up(column):
    words = [word for row in rows() for word in row[column].split()]
    assert len(words) == len(set(words))
    assert all(word.isascii() and word == word.lower() for word in words)
