"""Values that are compared are in one spelling, whoever wrote them."""

import pytest

from providers.statements import normalize_value


@pytest.mark.parametrize(
    "value",
    ["Lisbon", "  LISBON\n", '"Lisbon"', "“Lisbon”", "„Lisbon“", "‚Lisbon‘", "'Lisbon'", "`Lisbon`", "«Lisbon»",
     "‹Lisbon›", "Lisbon.", "Lisbon!?", "(Lisbon)", "[Lisbon]", "**Lisbon**", "_Lisbon_", "Ｌｉｓｂｏｎ", "𝓛isbon",
     "Lis\u00adbon", "\u2066Lisbon\u2069", "Lіsbon"],
)  # fmt: skip
def test_quotes_case_spaces_punctuation_and_unicode_form_make_no_difference(value):
    assert normalize_value(value) == "lisbon"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("O’Brien", "O'Brien"), ("Zoë", "Zoe\u0308"), ("St. Louis", "St Louis"), ("Jean‑Luc", "Jean-Luc"),
        ("Lisbon, Portugal", "Lisbon  Portugal"), ("STRASSE", "Straße"), ("she/her", "She/Her."),
    ],
)  # fmt: skip
def test_nor_do_they_within_a_value(one, other):
    assert normalize_value(one) == normalize_value(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("C", "C++"), ("C", "C#"), ("7.5", "75"), ("OBrien", "O'Brien"), ("Lisbon", "Lisboa"), ("Zoe", "Zoë"), ("?", "!")],
)
def test_other_values_stay_apart(one, other):
    assert normalize_value(one) != normalize_value(other)


def test_nothing_stays_nothing():
    assert normalize_value(" \u200b ") == ""
