"""Special categories (R33) are found where they are said of the person, not as a topic, a product or another's."""

import csv
from pathlib import Path

import pytest

from providers.statements import (
    SENSITIVE_KEYS,
    canonical_category,
    category_of,
    is_multi_valued,
    is_sensitive,
    sensitive,
)
from providers.statements.fields.aliases import SPECIAL_KEYS

DATA = Path(__file__).parent / "data"
ROWS = [
    (row["key"], row["sentence"])
    for name in ("special.tsv", "foreign_special.tsv", "graded_illnesses.tsv")
    for row in csv.DictReader((DATA / name).read_text(encoding="utf-8").splitlines(), delimiter="\t")
]
BY_ANOTHER = DATA / "special_author.tsv"
LABELLED = [
    ("health_conditions", "medication: metformin"),
    ("health_conditions", "condition: asthma"),
    ("sexual_orientation", "orientation: lesbian"),
    ("religion", "faith = Sikh"),
    ("political_views", "political party: Greens"),
    ("ethnicity", "ethnic origin: Romani"),
    ("union_membership", "union: IG Metall"),
    ("criminal_record", "criminal record: burglary, 2009"),
    ("government_ids", "passport: X1234567"),
    ("account_numbers", "iban: HR1210010051863000160"),
    ("income", "salary: 52,000"),
    ("gender", "gender: woman"),
]
UNLABELLED = ["condition: used", "orientation: landscape", "party: 12 guests", "union: left join", "health: ok",
              "fingerprint: SHA256:ab12", "passport: yes", "income: unknown", "gender: n/a"]  # fmt: skip


# Said of something else, or of nobody.
FIGURATIVE = ["Running is my therapy.", "Emacs is his religion.", "The user is blind to typos.",
              "He is deaf to criticism.",
              "The user prefers cloud-agnostic tooling.", "I'm colour-agnostic when it comes to themes.",
              "Toyota has 20 billion dollars in debt.", "The trade union IG Metall called a strike at Bosch.",
              "The Democratic Party nominated a senator from Ohio."]  # fmt: skip
LITERAL = [
    ("religion", "Islam is her religion."),
    ("religion", "The user joined the Catholic Church."),
    ("union_membership", "The user says the trade union IG Metall made her a delegate."),
    ("ethnicity", "I'm half Moroccan."),
    ("income", "After rent Leo has barely 200 euros left each month."),
    ("government_ids", "The user's passport number is X4RTBPFW4."),
]


@pytest.mark.parametrize(("key", "sentence"), [*LITERAL, *(row for row in ROWS if row[0] != "-")])
def test_what_is_said_of_the_person_is_found(key, sentence):
    assert key in {statement.key for statement in sensitive(sentence)}


@pytest.mark.parametrize("sentence", [*FIGURATIVE, *(sentence for key, sentence in ROWS if key == "-")])
def test_topics_products_and_other_people_are_not(sentence):
    assert sensitive(sentence) == []


def test_an_iban_is_no_language():
    sentence = "Her IBAN is PT50 0002 0123 1234 5678 9015 4."
    assert [statement.key for statement in sensitive(sentence)] == ["account_numbers"]


@pytest.mark.parametrize("measured", ["high blood pressure", "low blood sugar", "type AB blood", "a blood test today"])
def test_blood_that_is_measured_is_of_no_people(measured):
    assert [one.key for one in sensitive(f"Ana has {measured}.")] == ["health_conditions"]


@pytest.mark.parametrize(("key", "text"), LABELLED)
def test_a_labelled_value_is_found(key, text):
    assert key in {statement.key for statement in sensitive(text)}


@pytest.mark.parametrize("text", UNLABELLED)
def test_a_label_with_another_meaning_needs_a_word_of_the_category(text):
    assert sensitive(text) == []


@pytest.mark.parametrize("key", sorted(SPECIAL_KEYS))
def test_each_has_an_address_of_its_own(key):
    assert is_sensitive("identity", key) and is_sensitive("preference", key)
    assert canonical_category(category_of(key)) == category_of(key)


def test_which_hold_many_values():
    assert {key for key in SPECIAL_KEYS if is_multi_valued(key)} == {
        "account_numbers", "biometrics", "criminal_record", "ethnicity", "government_ids", "health_conditions",
        "home_access", "violence",
    }  # fmt: skip


@pytest.mark.parametrize("sentence", ["Ana is vegan.", "User is allergic to peanuts.", "diet: halal"])
def test_diet_and_allergies_are_found_where_the_line_that_keeps_them_is_out(settings, sentence):
    assert sensitive(sentence) == []
    settings.DEFAULT_POLICY_WITHOUT = ["diet_and_allergies"]
    assert {statement.key for statement in sensitive(sentence)} <= {"diet", "allergies"} != set()
    assert sensitive(sentence)


def test_a_short_word_that_numbers_spell_by_chance_is_none():
    assert sensitive("n185: Release 185 is on Friday.") == []


def test_the_keys_are_asked_about_by_default():
    assert SPECIAL_KEYS < SENSITIVE_KEYS


@pytest.mark.parametrize(("kind", "least", "most"), [("plain", 0.95, 1), ("typical", 0.98, 1), ("harmless", 0, 0.02)])
@pytest.mark.usefixtures("rules_alone")
def test_of_another_authors_sentences_most_are_found(kind, least, most):
    """On the first run 97 of 150 and 44 of 50, and 4 of 100; the rules have been widened since."""
    rows = [row for row in csv.DictReader(BY_ANOTHER.open(encoding="utf-8"), delimiter="\t") if row["kind"] == kind]
    found = sum(bool(sensitive(row["sentence"], known_names=["Ana"])) for row in rows)
    assert least <= found / len(rows) <= most


@pytest.mark.parametrize(
    "sentence",
    [
        "User is inviting Tom and his boyfriend to dinner.",
        "User supports government clients with their tax filings.",
        "User thinks the team should abolish stand-ups in the sprint plan.",
        "Ana is building a face recognition model to unlock doors.",
        "Ana books a room for 120 dollars a night.",
        "Owes Bruno 35 euros for the concert.",
        "The order number is 5555 4444 3333 1112.",
        "User tracks the union of two sets.",
    ],
)
def test_other_peoples_love_and_other_money_are_not(sentence):
    assert sensitive(sentence, known_names=["Ana"]) == []


@pytest.mark.parametrize("name", ["Leo", "Leon", "Will", "Marco", "Alba", "Vera", "April", "Kim", "Bo", "Lisbon"])
@pytest.mark.parametrize("told", ["has cancer.", "has asthma.", "is pregnant.", "suffers from migraines."])
def test_a_name_that_a_place_or_a_month_has_too_hides_no_illness(name, told):
    assert [statement.key for statement in sensitive(f"{name} {told}")] == ["health_conditions"]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Leo is gay.", ["sexual_orientation"]),
        ("Will is Muslim.", ["religion"]),
        ("Portugal is Catholic.", []),
        ("Lisbon has gay bars.", []),
        ("Spain has cancer research centres.", []),
    ],
)
def test_of_places_that_no_person_is_called_by_a_faith_tells_nothing(text, keys):
    assert [statement.key for statement in sensitive(text)] == keys
