"""Each rule finds its own example, so that none can be lost unnoticed; look-alikes of each field state nothing."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from providers.statements import find, sensitive
from providers.statements.rules import FACT_RULES, GATE_RULES

EXAMPLES = Path(__file__).parent / "data" / "rules.tsv"
PERSON = "Ana"


class Example(NamedTuple):
    """A text in which one rule of a detector finds a value; `voice` is who says it, "-" for the gate."""

    detector: str
    rule: str
    voice: str
    text: str
    key: str
    value: str

    def found(self):
        if self.detector == "find":
            return [one for one in find(self.text, speaker=PERSON, role=self.voice) if one.is_fact or one.negated]
        return sensitive(self.text)


LINES = EXAMPLES.read_text(encoding="utf-8").splitlines()
ROWS = [Example(*line.split("\t")) for line in LINES if not line.startswith("#")]

# Near each field, but no statement of it: others' facts, questions, wishes, hearsay, and words that look like one.
NO_FACT = {
    "city": (
        "I visited Lisbon last year.",
        "Do you live in Lisbon?",
        "If I lived in Rome, I would cook more.",
        "I live in fear of spiders.",
        "He said he lives in Oslo.",
    ),
    "preferred_name": (
        "The file is called report.txt.",
        "What is my name?",
        "My dog is called Rex.",
        "I'm hungry.",
        "Call me later.",
    ),
    "birthday": ("My sister was born on 4 May 1990.", "The company was born in 1990.", "When is my birthday?"),
    "age": ("The house is 100 years old.", "I worked there for 30 years.", "My son is 4 years old."),
    "home_address": ("The office is at 12 Main Street.", "Ship it to our warehouse at 5 Dock Road."),
    "email": ("Write to support@example.com.", "What is my email?"),
    "phone": ("Call the office at +1 555 0100 200.",),
    "religion": ("The church is Catholic.", "My neighbour is Hindu."),
    "nationality": ("I love Italian food.", "The car is German."),
    "hometown": ("The train is from a town called Bled.", "This wine is from Porto."),
    "occupation": ("The nurse was kind.", "I spoke to a lawyer.", "My brother is a doctor."),
    "employer": ("I bought it at Siemens.", "Siemens is hiring."),
    "education": ("My son studies at Harvard.", "The university is old."),
    "relationship_status": ("The tax form asks if one is married.", "My boss is divorced."),
    "family": (
        "Every sister matters.",
        "My wife and I are getting a divorce.",
        "My sister passed away in 2019.",
        "My husband left me.",
    ),
    "pets": ("I saw a dog in the park.", "My neighbour has a cat named Tom."),
    "vehicle": ("I rented a car for a day.", "My boss drives a Tesla."),
    "allergies": (
        "I can't eat that much, it makes me sleepy.",
        "Is she allergic to nuts?",
        "My son is allergic to nuts.",
    ),
    "diet": ("The soup is vegan.", "My sister is vegetarian."),
    "health_conditions": ("The test for diabetes was negative.", "My father has diabetes."),
    "availability": ("The shop is open on weekdays.",),
    "hobbies": ("The team plays football on Sundays.", "Chess is old."),
    "likes": (
        "It looks like rain.",
        "My son loves trains.",
        "Meine Schwester mag Tee.",
        "Ich mag dich.",
        "Me gusta tu idea.",
        "J'aime bien ta façon de penser.",
        "Mein Bruder sagt: ich mag Tee.",
    ),
    "units": ("The old units are imperial.", "Do you use metric units?"),
    "dislikes": ("The cat hates water.",),
    "goals": ("The goal of the project is speed.",),
    "tone": (
        "The tone of the film was friendly.",
        "I had to be patient with Tom.",
        "Please write to the landlord in a formal tone.",
        "He will speak to the board in a casual way.",
    ),
    "programming_language": ("Python is popular.",),
    "timezone": ("The meeting is at 5 pm CET.",),
    "coding_style": ("Some people prefer tabs.",),
    "standing_instructions": ("He always forgets his keys.",),
    "pronouns": ("She said they would come.", "He and she left."),
    "language": ("The book is in French.", "I had Italian food."),
    "languages_spoken": ("My brother speaks German.",),
    "favorite_food": ("Her favorite food is sushi, I think.", "What is my favorite food?"),
}

# What must not cost the person a question.
HARMLESS = {
    "city": (
        "The meeting is in Lisbon.",
        "What is the capital of France?",
        "Flights to Rome are cheap.",
        "My sister lives in Porto.",
        "The server is based on Linux.",
    ),
    "preferred_name": (
        "The file is called report.txt.",
        "The dog is called Rex.",
        "Name three rivers.",
        "What is a nickname?",
        "The function is named parse.",
    ),
    "pronouns": ("They went home.", "She likes tea.", "Use the fork for the salad.", "He and she left."),
    "language": ("The book is in French.", "Python is a language.", "We ate Italian food.", "The German team won."),
    "languages_spoken": ("My brother speaks fast.",),
    "home_address": ("The office has a new address.",),
}


def pairs(table):
    return [(key, text) for key, texts in table.items() for text in texts]


GATE_ALONE = [rule for rule in GATE_RULES if rule not in FACT_RULES]


@pytest.mark.parametrize(("detector", "rules"), [("find", FACT_RULES), ("sensitive", GATE_ALONE)])
def test_every_rule_has_an_example(detector, rules):
    names = [rule.name for rule in rules]
    assert len(names) == len(set(names))
    assert {row.rule for row in ROWS if row.detector == detector} == set(names)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.detector}-{row.rule}")
def test_a_rule_finds_its_example(row):
    assert (row.rule, row.key, row.value) in [(one.pattern, one.key, one.value) for one in row.found()]


@pytest.mark.parametrize(("key", "text"), pairs(NO_FACT))
def test_what_only_resembles_a_statement_is_no_fact(key, text):
    assert key not in {one.key for one in find(text, speaker=PERSON) if one.is_fact}


@pytest.mark.parametrize(("key", "text"), pairs(HARMLESS))
def test_the_gate_lets_harmless_texts_pass(key, text):
    assert sensitive(text) == []


ONE_SENTENCE = [row for row in ROWS if row.detector == "find" and not re.search(r"[.;!?] ", row.text)]


@pytest.mark.parametrize("row", ONE_SENTENCE, ids=lambda row: row.rule)
def test_what_is_made_up_is_no_fact(row):
    made_up = f'Imagine a story in which somebody says: "{row.text}"'
    assert not [one for one in find(made_up, speaker=PERSON, role=row.voice) if one.is_fact and one.value == row.value]
