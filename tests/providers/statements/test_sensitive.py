"""Issue 4, "No way around": no phrasing, spelling or disguise hides a sensitive statement; look-alikes pass."""

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from providers.statements import MAX_STATEMENTS, InvalidKey, is_sensitive, resolve_alias, sensitive
from providers.statements.gate import detector
from tests.providers.statements.statement_attacks import PHRASINGS, VALUES, free_text_attacks, key_attacks

HARMLESS = (Path(__file__).parent / "data" / "harmless.txt").read_text(encoding="utf-8").splitlines()
PLACEHOLDER = "[awaiting consent]"


def keys(text, **kwargs):
    return {statement.key for statement in sensitive(text, **kwargs)}


def cut(text):
    """The text as the gate keeps it: what is sensitive replaced."""
    for statement in sorted(sensitive(text), key=lambda s: s.start, reverse=True):
        text = text[: statement.start] + PLACEHOLDER + text[statement.end :]
    return text


def missed(attacks):
    return [(field, text) for field, text in attacks if field not in keys(text)]


def misfiled(attacks):
    return [attack for attack in attacks if not _is_caught(*attack)]


def _is_caught(field, category, key):
    try:
        return resolve_alias(category, key).key == field and is_sensitive(category, key)
    except InvalidKey:
        return True


@pytest.mark.parametrize("field", PHRASINGS)
def test_every_field_is_attacked_in_more_than_ten_phrasings(field):
    assert len(PHRASINGS[field]) > 10


@pytest.mark.parametrize(
    ("field", "text"),
    [(field, phrasing.format(VALUES[field][0])) for field, phrasings in PHRASINGS.items() for phrasing in phrasings],
)
def test_every_phrasing_is_caught_and_its_value_read(field, text):
    found = [statement for statement in sensitive(text) if statement.key == field]
    assert VALUES[field][0] in {statement.value for statement in found}


def test_a_hundredth_of_the_free_text_attacks():
    assert missed(islice(free_text_attacks(), 0, None, 100)) == []


def test_a_hundredth_of_the_key_attacks():
    assert misfiled(islice(key_attacks(), 0, None, 100)) == []


@pytest.mark.prove
def test_no_free_text_attack_passes(figure):
    attacks = list(free_text_attacks())
    figure(f"{len(attacks)} attacks by free text")
    assert len(attacks) >= 20_000
    assert missed(attacks) == []


@pytest.mark.prove
def test_no_key_attack_passes(figure):
    attacks = list(key_attacks())
    figure(f"{len(attacks)} attacks by key")
    assert len(attacks) >= 20_000
    assert misfiled(attacks) == []


def test_of_300_harmless_sentences_under_five_percent_are_flagged():
    flagged = [sentence for sentence in HARMLESS if sensitive(sentence)]
    assert len(HARMLESS) >= 300
    assert len(flagged) / len(HARMLESS) < 0.05


def test_once_cut_nothing_sensitive_is_left():
    for _, text in islice(free_text_attacks(), 0, None, 97):
        assert sensitive(cut(text)) == [], (text, cut(text))


def test_only_the_sensitive_sentence_is_cut():
    text = "The user asked about trains. The user lives in Lisbon. The tickets were cheap."
    assert cut(text) == "The user asked about trains. [awaiting consent] The tickets were cheap."


def test_only_the_sensitive_pair_is_cut_from_json():
    assert cut('{"city": "Lisbon", "theme": "dark"}') == '{[awaiting consent], "theme": "dark"}'


def test_only_the_sensitive_line_is_cut_from_a_list():
    assert cut("- likes tea\n- lives in Lisbon\n- has a cat") == "- likes tea\n- [awaiting consent]\n- has a cat"


def test_only_the_sensitive_step_is_cut_from_a_procedure():
    assert cut("1. Open the file\n2. Call the user Bob\n3. Save") == "1. Open the file\n2. [awaiting consent]\n3. Save"


def test_a_label_cuts_no_further_than_a_long_value_goes():
    (found,) = sensitive("city: Lisbon " + "and so on " * 200)
    assert found.end - found.start < 400


def test_offsets_lead_back_through_invisible_characters():
    text = "ok. The us\u200ber li\u00advеs in Li\u2060sbon. bye"
    (statement,) = sensitive(text)
    assert text[statement.start : statement.end] == "The us\u200ber li\u00advеs in Li\u2060sbon."
    assert statement.value == "Lisbon"


@pytest.mark.parametrize("text", ["- they/them are the\nuser's pronouns", "they/them are the us3r's pr0nouns"])
def test_the_mention_of_a_value_hides_no_statement_in_other_lines_or_spellings(text):
    """Mentions count less than statements: a source object may hold them."""
    assert not all(statement.is_mention for statement in sensitive(text))


def test_a_denial_is_sensitive_too():
    (statement,) = sensitive("The user no longer lives in Lisbon.")
    assert statement.negated


def test_keys_limit_what_is_looked_for():
    text = "The user's name is Bob and the user lives in Lisbon."
    assert keys(text) == {"preferred_name", "city"}
    assert keys(text, keys={"city"}) == {"city"}


def test_with_known_names_only_these_are_the_person():
    assert keys("Bob lives in Lisbon.", known_names=["Bob Smith"]) == {"city"}
    assert keys("Carla lives in Lisbon.", known_names=["Bob Smith"]) == set()
    assert keys("Carla lives in Lisbon.") == {"city"}


SMALL = {
    "ana lives in lisbon": "city",
    "ana's city is lisbon": "city",
    "ana has moved to lisbon and likes tea.": "city",
    "ana speaks portuguese": "language",
    "ana is gay": "sexual_orientation",
    "ana is muslim": "religion",
    "ana has diabetes": "health_conditions",
    "ana-lives-in-lisbon": "city",
    "ana.lives.in.lisbon": "city",
}


@pytest.mark.parametrize("text", SMALL)
def test_a_name_in_small_letters_is_a_name_at_the_head_of_a_sentence(text):
    assert keys(text) == {SMALL[text]}


@pytest.mark.parametrize("text", ["service runs in lisbon", "team is based in lisbon", "my sister lives in rome"])
def test_what_else_begins_in_small_letters_passes(text):
    assert sensitive(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "My sister lives in Rome.",
        "My friend Tom lives in Rome.",
        "If I lived in Rome I would walk more.",
        "Does the user live in Rome?",
        "The user might move to Rome.",
        "language: Python",
    ],
)
def test_others_wishes_questions_and_programming_languages_pass(text):
    assert sensitive(text) == []


def test_r14_a_label_language_is_sensitive_when_its_value_is_spoken():
    assert keys("language: German") == {"language"}
    assert keys("language: pt-BR") == {"language"}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("city: Nora lives in Braga.", ["Nora lives in Braga."]),
        ("city: Nora's home is Braga.", ["Nora's home is Braga."]),
        ("city: Lisbon is where she lives.", ["Lisbon is where she lives."]),
        ("city: Lisbon", ["Lisbon"]),
    ],
)
def test_a_sentence_behind_a_label_is_its_value_as_a_whole(text, values):
    assert [statement.value for statement in sensitive(text)] == values


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(HARMLESS[:50]) | st.text(max_size=30), max_size=5).map("\n".join))
def test_any_text_is_read_and_offsets_stay_inside(text):
    for statement in sensitive(text):
        assert 0 <= statement.start < statement.end <= len(text)


TEXTS = {
    "prose": " ".join(HARMLESS),
    "lines": "\n".join(HARMLESS),
    "attacks": " ".join(text for _, text in islice(free_text_attacks(), 0, None, 700)),
    "names": "name is " * 1100,
    "labels": "a: " * 3000,
    "one word": "x" * 9000,
    "marks": "\u0301" * 9000,
    "underscores": "_" * 9000,
}


@pytest.mark.parametrize("name", TEXTS)
def test_8_kilobytes_of_anything_are_read_to_their_end(name):
    text = TEXTS[name][:8192]
    assert all(0 <= found.start < found.end <= len(text) for found in sensitive(text))
    assert sensitive(f"{text}\n\nThe user lives in Lisbon.")


@pytest.mark.parametrize(
    "line", ["city: Zagreb\n", "Ana lives in Zagreb. ", "city: Zagreb, ", "note: Q2l0eTogWmFncmVi\n"]
)
def test_of_a_text_that_states_more_than_the_limit_one_more_is_found(line, monkeypatch):
    monkeypatch.setattr(detector, "MAX_STATEMENTS", 20)
    assert [len(sensitive(line * times)) for times in (20, 21, 200)] == [20, 21, 21]


@pytest.mark.parametrize("line", ["city: Zagreb\n", "Ana lives in Zagreb. "])
def test_it_is_read_no_further(line, monkeypatch):
    read = []
    in_sentence = detector.in_sentence
    monkeypatch.setattr(detector, "in_sentence", lambda one, *how: read.append(one) or in_sentence(one, *how))
    sensitive(line * 30_000)
    assert len(read) == MAX_STATEMENTS + 1


@pytest.mark.parametrize(
    "text",
    [
        "Ana sold the car and moved to Graz.",
        "Ana quit her job, sold the flat and resettled in Graz, where she paints doors.",
        "home_city Paris → Graz",
        "city Paris -> Graz",
        '{"fact": "lives_in", "object": "Graz", "subject": "user"}',
        '{"op": "replace", "path": "/city", "value": "Graz"}',
    ],
)
def test_a_home_behind_another_verb_or_in_an_entry_is_found(text):
    assert "Graz" in {statement.value for statement in sensitive(text) if statement.key == "city"}


@pytest.mark.parametrize(
    "text",
    [
        "Ana's neighbour sold the car and moved to Graz.",
        "The team sold the office and moved to Graz.",
        "Ana knows the office moved to Graz.",
        "The ticket status: open -> closed",
        "The train Paris -> Graz leaves at ten.",
    ],
)
def test_whoever_else_moves_is_let_through(text):
    assert "city" not in keys(text)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("gender", "User is a 29-year-old male interested in strength training."),
        ("gender", "The user is a female software engineer with eight years of experience."),
        ("gender", "A 34-year-old man who trains for marathons."),
        ("preferred_name", "You're talking to Bartholomew."),
        ("preferred_name", "The human at the keyboard is Bartholomew."),
        ("language", "My Hebrew is decent, so don't translate those articles."),
    ],
)
def test_what_people_are_called_and_speak_in_passing_is_found(field, text):
    assert field in keys(text)


@pytest.mark.parametrize(
    "text",
    [
        "HDMI is a male plug.",
        "Ana is a male voice choir fan.",
        "Ana saw a 34-year-old man on the bus.",
        "User's boss is a 50-year-old man.",
        "You are talking to the wrong server.",
        "You're talking to Alexa in the script.",
    ],
)
def test_look_alikes_of_those_are_let_through(text):
    assert keys(text) == set()
