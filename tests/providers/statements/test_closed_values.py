"""A field that has few values is compared by what its value says, not by how it is written."""

import pytest

from providers.statements import canonical_value, normalize_value, sensitive

WOMAN = [
    "woman",
    "Female",
    "F",
    "a woman",
    "is a 34-year-old woman",
    "mujer",
    "Frau",
    "femme",
    "weiblich",
    "женщина",
    "女性",
]
MAN = ["man", "male", "M.", "hombre", "Mann", "homme", "uomo", "男"]
NONBINARY = ["nonbinary", "non-binary", "Non binary", "enby", "no binario", "nicht-binär", "divers"]


@pytest.mark.parametrize(("said", "spellings"), [("woman", WOMAN), ("man", MAN), ("nonbinary", NONBINARY)])
def test_genders(said, spellings):
    assert {canonical_value("gender", normalize_value(one)) for one in spellings} == {said}


@pytest.mark.parametrize("sentence", ["Ana is a woman.", "Ana is female.", "Ana ist eine Frau.", "Ana es mujer."])
def test_what_the_gate_finds_in_a_sentence(sentence):
    found = [one for one in sensitive(sentence) if one.key == "gender"]
    assert {canonical_value("gender", normalize_value(one.value)) for one in found} == {"woman"}


@pytest.mark.parametrize(
    "value",
    [
        "is not a woman",
        "ana isn't a woman",
        "doesn't identify as a man",
        "ana ain't a man",
        "woman or man",
        "agender",
        "2",
    ],
)
def test_others_stay_as_they_are(value):
    assert canonical_value("gender", value) == value


def test_a_trans_woman_is_another_answer():
    assert canonical_value("gender", "trans woman") == "trans woman"


@pytest.mark.parametrize(
    ("value", "said"),
    [("she", "she"), ("she/her", "she"), ("they, them", "they"), ("she/they", "she/they"), ("ze/zir", "ze/zir")],
)
def test_pronouns(value, said):
    assert canonical_value("pronouns", value) == said


def test_other_fields_stay_as_they_are():
    assert canonical_value("city", "man") == "man"
