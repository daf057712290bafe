"""Issue 6, "Fact extraction": 25 kinds of statement and more, and what is none. 002 flow 2, rulings R12 to R16."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from providers.statements import find, is_known
from providers.statements.fields.aliases import Address
from providers.statements.rules import FACT_RULES
from tests.providers.statements.labelled import DATA, found, kind_of, read, score

DEVELOPMENT = read("development.tsv")
FORMERLY_BLIND = read("formerly_blind.tsv")
KNOWN = DEVELOPMENT + FORMERLY_BLIND
BLIND = read("blind.tsv")


def facts(text, **kwargs):
    return {(s.key, s.value) for s in find(text, **kwargs) if s.is_fact}


def test_the_labelled_sentences_are_enough_and_half_of_them_are_traps():
    sentences = KNOWN + BLIND
    traps = [sentence for sentence in sentences if not any(not key.startswith("!") for key, _ in sentence.facts)]
    harmless = (DATA / "harmless.txt").read_text(encoding="utf-8").splitlines()
    stating_nothing = [text for text in harmless if text and not facts(text)]
    assert len(sentences) >= 1_200
    assert 2 * (len(traps) + len(stating_nothing)) >= len(sentences) + len(harmless)


@pytest.mark.parametrize(
    "text",
    [
        'city = row["city"]',
        'cities = ["Rome", "Oslo"]',
        "name: build-and-test-42",
        "self.city = city",
        "name = get_name()",
    ],
)
def test_code_states_nothing(text):
    assert facts(text) == set()


def test_rules_cover_at_least_25_kinds_in_several_phrasings():
    phrasings = score(DEVELOPMENT).hits
    assert len([kind for kind, count in phrasings.items() if count >= 5]) >= 25


def test_precision_and_recall_on_the_development_set():
    result = score(DEVELOPMENT)
    assert result.precision >= 0.95
    assert result.recall >= 0.85


def test_precision_and_recall_on_all_sentences_that_rules_were_tuned_on():
    result = score(KNOWN)
    assert result.precision >= 0.95
    assert result.recall >= 0.85


@pytest.mark.parametrize("kind", sorted({kind_of(fact) for sentence in KNOWN for fact in sentence.facts}))
def test_precision_and_recall_of_each_kind(kind):
    """`benchmarks/statements.py` prints the table."""
    result = score(KNOWN)
    hits, false, missed = result.hits[kind], result.false[kind], result.missed[kind]
    assert hits / (hits + false) >= 0.75
    assert hits / (hits + missed) >= 0.75


def test_precision_and_recall_on_sentences_not_looked_at_while_writing_rules():
    """Each blind part was scored once, before a rule was tuned on any sentence of it (means of the kinds):

    0.963 and 0.859 on 159 sentences by the author of the first rules; 0.886 and 0.763 on 153, and 0.869 and 0.742 on
    134, by somebody who knew neither the rules nor how values are cut; 0.959 and 0.964 on the 118 of `blind.tsv`, by
    the same, who knew them by then. The first three are known by now.
    """
    result = score(BLIND)
    assert result.precision >= 0.95
    assert result.recall >= 0.85


@pytest.mark.parametrize("sentence", [s for s in DEVELOPMENT if not s.facts], ids=lambda s: s.text[:60])
def test_what_states_nothing_yields_nothing(sentence):
    assert found(sentence) == frozenset()


def test_the_example_of_002():
    found_facts = {(s.category, s.key, s.value, s.confidence) for s in find("My name is Alex and I prefer Python")}
    assert found_facts == {
        ("identity", "preferred_name", "Alex", 1.0),
        ("preference", "programming_language", "Python", 0.9),
    }


def test_a_nickname_counts_less_than_a_name_as_in_002():
    (nickname,) = find("Call me Al")
    (full,) = find("My full name is Alexander Humboldt")
    assert (nickname.confidence, full.confidence) == (0.6, 0.95)


@pytest.mark.parametrize(
    "text",
    [
        "My sister lives in Rome.",
        'He said "I live in Rome".',
        "She told me that I live in Rome.",
        "If I lived in Rome, I would walk more.",
        "I wish I lived in Rome.",
        "I might move to Rome.",
        "Do I live in Rome?",
        "I live in Rome. Just kidding.",
        "I'm in Rome this week.",
        "I used to live in Rome.",
        "In my novel I live in Rome.",
    ],
)
def test_what_is_not_stated_of_the_person_is_no_city(text):
    assert "city" not in {s.key for s in find(text) if s.is_fact}


def test_a_denial_is_found_as_a_denial():
    (denied,) = find("I don't live in Paris any more.")
    assert (denied.key, denied.value, denied.negated, denied.is_fact) == ("city", "Paris", True, False)


def test_a_correction_denies_the_old_value_and_states_the_new_one():
    old, new = find("I no longer live in Madrid, I live in Seville now.")
    assert (old.value, old.negated) == ("Madrid", True)
    assert (new.value, new.negated) == ("Seville", False)


def test_a_relative_s_city_is_a_fact_about_the_family_only():
    assert facts("My sister lives in Rome.") == {("family", "sister lives in Rome")}


def test_what_is_said_of_a_relative_is_marked_as_a_third_party_s():
    statements = {s.key: s for s in find("My boss speaks Greek.")}
    assert statements["languages_spoken"].about == "third_party"
    assert not statements["languages_spoken"].is_fact


def test_i_is_the_person_only_when_the_person_speaks():
    assert facts("I live in Lisbon.", role="user") == {("city", "Lisbon")}
    assert facts("I live in Lisbon.", role="assistant") == set()


def test_you_is_the_person_only_when_an_agent_speaks_and_counts_less():
    assert facts("You live in Lisbon.", role="user") == set()
    (statement,) = find("You live in Lisbon.", role="assistant")
    assert (statement.about, statement.confidence) == ("user", 0.6)


def test_a_name_is_the_person_only_when_it_is_theirs():
    assert facts("Ana lives in Porto.", speaker="Ana Silva", role="assistant") == {("city", "Porto")}
    assert facts("Tom lives in Porto.", speaker="Ana Silva", role="assistant") == set()
    assert facts("Ana lives in Porto.", role="assistant") == set()


def test_a_pronoun_is_the_person_once_an_agent_has_named_them():
    assert facts("The user is new. She lives in Porto.", role="assistant") == {("city", "Porto")}
    assert facts("She lives in Porto.", role="assistant") == set()


def test_a_list_gives_one_statement_for_each_item():
    assert facts("I'm allergic to nuts, eggs and wheat.") == {("allergies", v) for v in ("nuts", "eggs", "wheat")}


def test_the_same_thing_said_twice_is_found_once():
    assert len(find("I'm vegan. As I said, I'm vegan.")) == 1


def test_disguised_letters_are_read_and_values_keep_their_accents():
    assert facts("I l\u0456ve in Zu\u0308rich") == {("city", "Zürich")}


@pytest.mark.parametrize("text", ["Hi! I live in Porto.  Bye", "é I live in Porto. x", "**I live** in\u200b Porto. ok"])
def test_offsets_cover_the_sentence_in_the_original_text(text):
    (statement,) = find(text)
    assert "Porto" in text[statement.start : statement.end]
    assert "city" not in {s.key for s in find(text[: statement.start] + text[statement.end :])}


def test_confidence_and_importance_pass_002_s_thresholds():
    for sentence in DEVELOPMENT:
        for statement in find(sentence.text, speaker="Ana", role=sentence.voice):
            assert 0.4 <= statement.confidence <= 1.0
            assert 0.2 <= statement.importance <= 1.0


def test_every_rule_files_under_a_known_address_and_has_its_own_name():
    keys = {rule.key for rule in FACT_RULES if "{" not in rule.key}
    categories = ("identity", "preference", "constraint", "instruction")
    assert all(any(is_known(Address(category, key)) for category in categories) for key in keys)
    assert len({rule.name for rule in FACT_RULES}) == len(FACT_RULES)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.one_of(st.sampled_from([s.text for s in DEVELOPMENT]), st.text(max_size=20)), max_size=4).map(" ".join)
)
def test_any_text_is_read_and_offsets_stay_inside(text):
    for role in ("user", "assistant"):
        for statement in find(text, role=role):
            assert 0 <= statement.start < statement.end <= len(text)
            assert statement.value


@pytest.mark.parametrize(
    "unit",
    ["live in ", "a ", "is ", "i have a ", "my ", "as a ", "x", "x-", "'", '"', "1 ", "user ", "i live and ",
     "seit seit ", "seit auch noch "],
)  # fmt: skip
def test_repetition_states_nothing(unit):
    assert not [statement for statement in find((unit * 8192)[:8192]) if len(statement.value) > 200]
