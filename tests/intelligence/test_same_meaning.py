"""What a message asks to forget is found by its meaning, across languages."""

from pathlib import Path
from uuid import uuid4

import pytest

from intelligence.same_meaning import ComparedText, memories_with_meaning
from providers.statements import forget_requests

ROWS = [
    line.split("\t")
    for line in (Path(__file__).parent / "data" / "forgetting.tsv").read_text().splitlines()
    if not line.startswith("#")
]
REQUESTS = [(message, memory) for message, memory in ROWS if message]
MEMORIES = list(dict.fromkeys(memory for _, memory in ROWS))


def found(clause, memories, name="Kim"):
    said = [ComparedText.of_text(uuid4(), memory, name) for memory in memories]
    contents = {one.memory_id: memory for one, memory in zip(said, memories, strict=True) if one}
    return [contents[one] for one in memories_with_meaning(clause, [one for one in said if one])]


def clause_of(message):
    (clause,) = forget_requests(message)
    return clause.removeprefix("everything about ")


def test_most_requests_find_their_memory_and_no_other():
    answers = [(found(clause_of(message), MEMORIES), memory) for message, memory in REQUESTS]
    assert len(REQUESTS) == 40 and len(MEMORIES) >= 80
    assert sum(memory in answer for answer, memory in answers) >= 39
    assert sum(answer not in ([], [memory]) for answer, memory in answers) == 0


def test_hardly_any_finds_another_where_its_own_is_missing():
    answers = [found(clause_of(message), [one for one in MEMORIES if one != memory]) for message, memory in REQUESTS]
    assert sum(map(len, answers)) <= 2


@pytest.mark.parametrize(
    ("clause", "memory"),
    [
        ("ma soeur s'appelle Rita", "Kim's sister is called Marta."),
        ("no me gusta el ajedrez", "Kim likes chess."),
        ("tengo 3 gatos", "Kim has 2 cats."),
        ("me gusta el ajedrez", "Kim likes chess " + "and other games " * 9),
        ("isso", "Kim likes chess."),
    ],
)
def test_a_name_a_number_a_denial_and_a_long_text_are_not_guessed_at(clause, memory):
    assert found(clause, [memory]) == []


def test_a_word_that_languages_share_makes_it_likelier():
    memories = ["Kim loves mushroom risotto.", "Kim loves lasagne with spinach."]
    assert found("ich Risotto mag", memories) == memories[:1]
    assert found("ich Pizza mag", memories) == []


@pytest.mark.parametrize("memory", ["Kim Silva plays tennis.", "Kim plays tennis.", "The user plays tennis.", "tennis"])
def test_the_person_is_named_in_several_ways(memory):
    assert found("je joue au tennis", [memory], name="Kim Silva") == [memory]
