"""What is left out of an answer or a context because it is unlikely to be evidence, or is the question itself."""

import pytest

from retrieval.context.build import build_context
from retrieval.context.request import ContextRequest

pytestmark = pytest.mark.django_db
QUESTION = "Which instrument does Ana play?"
OTHER_THINGS = (
    " She also likes trains, cats, tea, rain, fog, boats, chairs, letters, stones, rivers, clouds, bread, mice, hills,"
    " maps, lamps, snow, kites, coins, bells, ropes, shells, clocks, ferns, gloves, sand, wool, chess, drums and plums."
)


@pytest.fixture
def talk(say):
    say("Ana plays the cello in a string quartet on Thursdays.", session="one")
    say("The quartet has four chairs.", session="two")
    say("A long answer about other things. " * 30, session="three", role="assistant")


@pytest.fixture
def contents(home, supervisor, now):
    """What a context shows because of a question."""

    def build(query, **fields):
        request = ContextRequest(user_id=home.user_id, query=query, **fields)
        return [item.content for item in build_context(request, actor=supervisor, now=now).parts.relevant]

    return build


def test_only_what_is_likely_to_answer_comes_where_relevant_is_asked_for(talk, texts):
    assert len(texts(QUESTION)) == 3
    assert texts(QUESTION, select="relevant") == ["Ana plays the cello in a string quartet on Thursdays."]


@pytest.mark.parametrize(("more", "comes"), [("", True), (OTHER_THINGS, False)])
def test_what_is_long_must_answer_nearly_as_well_as_the_best(say, texts, more, comes):
    best, other = "The instrument that Ana plays is the cello.", f"Ana plays an instrument now.{more}"
    say(best, session="one")
    say(other, session="two")
    assert set(texts(QUESTION)) == {best, other}
    assert texts(QUESTION, select="relevant") == ([best, other] if comes else [best])


def test_nothing_comes_where_nothing_is_likely_to_answer(talk, texts):
    assert texts("Which enzyme unwinds DNA?", select="relevant") == []


def test_relevant_ones_are_never_more_than_top_k(say, texts):
    for number in range(6):
        say(f"Ana plays the cello, concert {number}.", session=f"session {number}")
    assert len(texts(QUESTION, select="relevant", top_k=4)) == 4


@pytest.mark.parametrize("again", ["Which instrument does Ana play?", "which instrument does ana play"])
def test_a_question_is_no_answer_to_itself(say, texts, again):
    say(QUESTION, "She plays the cello.", session="earlier")
    assert texts(again) == ["She plays the cello."]


def test_a_statement_is_found_by_its_own_words(say, texts):
    say("Ana plays the cello.")
    assert texts("Ana plays the cello.") == ["Ana plays the cello."]


@pytest.fixture
def noted(remember):
    remember("Ana plays the cello in a string quartet on Thursdays.")
    remember("The office has four chairs.")


def test_a_context_brings_nothing_that_does_not_fit_the_question(noted, contents):
    assert contents(QUESTION) == ["Ana plays the cello in a string quartet on Thursdays."]
    assert contents("Which enzyme unwinds DNA?") == []


def test_a_context_s_threshold_may_be_chosen(noted, contents):
    assert len(contents(QUESTION, threshold=0.0)) == 2
    assert contents(QUESTION, threshold=1.0) == []
