"""A query that asks several questions: each is searched by itself, and the best results of each are in the answer."""

import pytest

from consent.changes import SetFact
from consent.gate import submit
from memories.drafts import FactDraft
from retrieval.context.build import build_context
from retrieval.context.request import ContextRequest
from retrieval.replay import replay
from retrieval.subquestions import subquestions

SEVERAL = [
    ("What is her job, and where does she live?", ("What is her job", "where does she live?")),
    ("What does Ana eat? What does Ana drink?", ("What does Ana eat?", "What does Ana drink?")),
    ("Who is my dentist and when is my appointment?", ("Who is my dentist", "when is my appointment?")),
    ("What is Rita's job and where does she live?", ("What is Rita's job", "where does Rita live?")),
    ("Where does Ana live, and what are her allergies?", ("Where does Ana live", "what are Ana's allergies?")),
    ("¿Dónde vive Ana y cuál es su dieta?", ("¿Dónde vive Ana", "cuál es su dieta (Ana)?")),
    ("Wie heißt mein Zahnarzt und wann ist mein Termin?", ("Wie heißt mein Zahnarzt", "wann ist mein Termin?")),
    ("¿Qué come Ana y dónde vive?", ("¿Qué come Ana", "dónde vive?")),
    ("¿Cómo se llama mi dentista? ¿Y cuándo es mi cita?", ("¿Cómo se llama mi dentista?", "¿Y cuándo es mi cita?")),
    ("Quel est son métier et où habite-t-elle ?", ("Quel est son métier", "où habite-t-elle ?")),
    ("We cook tonight. What can Bo eat? How old is Tom?", ("We cook tonight. What can Bo eat?", "How old is Tom?")),
]
ONE = [
    "What does Ana eat?",
    "When and where did they meet?",
    "How and why did she move?",
    "What books and what films does she like?",
    "What does she do on Sundays and when it rains?",
    "What is the name of her dog and when did she get it?",
    "How far away do they live, and in which town?",
    "What did Ana tell Rita and where does she live?",
    "The friend who came and who is tall",
    "Ana lives in Porto and works in Braga.",
    "Was hat sie gegessen und wie war es dort?",
    " ".join(f"What is the colour of car {number}?" for number in range(5)),
    "? ? ?",
]
BOTH = "Which instrument does Ana play, and where did Ana go on holiday?"


@pytest.mark.parametrize(("query", "parts"), SEVERAL)
def test_questions_are_told_apart(query, parts):
    assert subquestions(query) == parts


@pytest.mark.parametrize("query", ONE)
def test_what_is_one_question_stays_whole(query):
    assert subquestions(query) == ()


@pytest.fixture
def music_and_holidays(db, remember):
    """More texts about an instrument than an answer has room for, and one about a holiday."""
    for piece in ("a waltz", "a sonata", "scales", "a duet", "a tango"):
        remember(f"Ana plays {piece} on the instrument that she likes, the cello.")
    remember("Ana went on holiday to Madeira.")


def test_each_question_is_answered_however_few_results_are_wanted(music_and_holidays, texts):
    found = texts(BOTH, top_k=2)
    assert "cello" in found[0]
    assert "Madeira" in found[1]


def test_a_text_that_answers_both_is_there_once(music_and_holidays, remember, texts):
    remember("On holiday on Corfu Ana plays the instrument.")
    found = texts(BOTH, top_k=20)
    assert len(found) == len(set(found)) == 7


def test_so_it_is_in_a_context(music_and_holidays, home, supervisor, now):
    request = ContextRequest(user_id=home.user_id, query=BOTH, top_k=2)
    found = [item.content for item in build_context(request, actor=supervisor, now=now).items]
    assert "cello" in found[0]
    assert "Madeira" in found[1]


def test_a_replay_finds_the_same(music_and_holidays, ask, supervisor, now):
    event_id = ask(BOTH, top_k=3).event_id
    again = replay(event_id, actor=supervisor, now=now)
    assert [place.id for place in again.then] == [place.id for place in again.now]


def test_a_field_that_only_one_of_them_names_comes_first(music_and_holidays, home, person, now, texts):
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Porto")
    submit(SetFact(draft=draft), actor=person, now=now)
    found = texts("Which instrument does Ana play, and in which city does Ana live?", top_k=2)
    assert "cello" in found[0]
    assert found[1] == "city: Porto"


def test_what_both_find_and_nobody_may_see_counts_once(music_and_holidays, remember, person, ask):
    remember("Ana plays an instrument on holiday.", sensitivity="confidential", actor=person)
    assert ask(BOTH).withheld == ask("Which instrument does Ana play on holiday?").withheld


def test_needs_come_first_among_the_results_of_their_question(state, texts):
    state("identity", "city", "Porto")
    state("constraint", "allergies", "peanuts")
    assert set(texts("Where does Ana live, and what does she eat?", top_k=2)) == {"city: Porto", "allergies: peanuts"}
