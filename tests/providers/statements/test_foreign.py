"""Issue 4, "No way around": the sensitive fields are found in the most used other languages too."""

import pytest

from providers.statements import resolve_alias, sensitive
from tests.providers.statements.foreign_attacks import FOREIGN, FOREIGN_VALUES, HARMLESS, foreign_attacks


@pytest.mark.parametrize(("language", "field"), FOREIGN)
def test_each_field_is_found_in_each_language(language, field):
    for phrasing in FOREIGN[language, field]:
        for value in FOREIGN_VALUES[field]:
            text = phrasing.format(value)
            assert field in {s.key for s in sensitive(text)}, text


def test_in_small_and_in_capital_letters_too():
    missed = [
        text
        for field, told in foreign_attacks()
        for text in (told.lower(), told.upper())
        if field not in {s.key for s in sensitive(text)}
    ]
    assert missed == []


def test_of_harmless_sentences_under_five_percent_are_flagged():
    flagged = [text for text in HARMLESS if sensitive(text)]
    assert len(flagged) / len(HARMLESS) < 0.05, flagged


@pytest.mark.parametrize(
    "text",
    [
        "Ich lebe vegan.", "Ich lebe vegetarisch seit 2012.", "Ich lebe allein mit zwei Katzen.", "Ich wohne gern.",
        "Je vis seule.", "Abito da sola.",
    ],
)  # fmt: skip
def test_how_somebody_lives_is_no_city(text):
    assert "city" not in {found.key for found in sensitive(text)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Ich lebe allein in Köln.", "Köln"), ("Ich wohne gern in Köln.", "Köln"), ("Je vis seule à Lyon.", "Lyon"),
        ("Abito da sola a Roma.", "Roma"),
    ],
)  # fmt: skip
def test_how_somebody_lives_hides_no_city(text, value):
    assert ("city", value) in {(found.key, found.value) for found in sensitive(text)}


@pytest.mark.parametrize(
    ("spelling", "key"),
    [
        ("ciudad", "city"), ("Wohnort", "city"), ("ville", "city"), ("cidade", "city"), ("città", "city"),
        ("nombre", "preferred_name"), ("prénom", "preferred_name"), ("Spitzname", "preferred_name"),
        ("idioma", "language"), ("langue", "language"), ("Muttersprache", "language"), ("lingua", "language"),
        ("pronombres", "pronouns"), ("Pronomen", "pronouns"), ("pronomi", "pronouns"),
    ],
)  # fmt: skip
def test_a_key_in_another_language_is_the_same_field(spelling, key):
    assert resolve_alias("preference", spelling) == ("identity", key)
