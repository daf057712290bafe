"""R36: what the rules write is told in the third person; what no rule can turn stays a quotation."""

import pytest

from memories.writing_rules import Style, check_writing
from providers.llm import Rules
from providers.llm.rules.third_person import in_third_person
from providers.llm.tasks import Line, PersonMessage, find_memories, summarise

TURNED = [
    ("I've adopted a dog named Rex.", "The user has adopted a dog named Rex."),
    ("I recently moved to Porto with my sister!", "The user recently moved to Porto with the user's sister."),
    ("I carry my own bag and a lamp.", "The user carries the user's own bag and a lamp."),
    ("I’m not a morning person.", "The user is not a morning person."),
    ("When I was ten, I learned to sail.", "When the user was ten, the user learned to sail."),
    ("My greyhound Comet won the race.", "The user's greyhound Comet won the race."),
    ("I made a new line last week - it was tough!", "The user made a new line last week."),
    (
        "A neighbour told me about the choir, and I joined.",
        "A neighbour told the user about the choir, and the user joined.",
    ),
]
LEFT = [
    "We opened a shop.",
    "I love it.",
    "I told you so.",
    "I work as a nurse and love the job.",
    "My wife and I bought a house.",
    "Tom and I met in May.",
    "I read books.",
    "World War I ended in 1918.",
    "Never have I seen such a thing.",
    "I grok Forth.",
    "The weather was fine.",
]


@pytest.mark.parametrize(("sentence", "told"), TURNED)
def test_a_sentence_is_turned(sentence, told):
    turned = in_third_person(sentence, "the user")
    assert turned and turned.text == told
    assert not check_writing(told, style=Style.SEMANTIC).is_trimmed


@pytest.mark.parametrize("sentence", LEFT)
def test_what_cannot_be_turned_is_left(sentence):
    assert in_third_person(sentence, "the user") is None


def test_a_statement_is_about_the_user():
    text = "In 2019 I opened a small cheese shop in the old town. We sold it in May to a neighbour."
    found = Rules().carry_out(find_memories(PersonMessage(text=text))).answer.memories
    assert [one.summary for one in found] == [
        "In 2019 the user opened a small cheese shop in the old town.",
        'The user said: "We sold it in May to a neighbour."',
    ]


def test_an_episode_reports_what_holds_and_tells_what_happened():
    lines = [
        Line(speaker="User", text="I play the church organ in Evora on Sundays."),
        Line(speaker="Tom", text="Last spring I repaired the organ of the cathedral in Braga."),
    ]
    assert Rules().carry_out(summarise(lines)).answer.summary == (
        "The user said that the user plays the church organ in Evora on Sundays. "
        "Last spring Tom repaired the organ of the cathedral in Braga."
    )
