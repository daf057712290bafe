"""A question is embedded by what was known when the person was last asked about; what was learnt since counts."""

import pytest

from retrieval import ahead

pytestmark = pytest.mark.django_db
QUESTION = "Where does Rita live?"


@pytest.fixture
def cosine(ask):
    def of_porto():
        return next(item.cosine for item in ask(QUESTION).items if "Porto" in item.content)

    return of_porto


def test_a_name_learnt_since_is_left_out_of_the_question(say, cosine):
    say("I live in Porto.")
    with_name = cosine()
    say(("Rita", "I sold my old flat."))
    learnt = cosine()
    ahead.last_found.cache_clear()
    assert learnt == cosine() != with_name


def test_another_person_s_names_do_not_count(say, cosine, elsewhere, home):
    say("I live in Porto.")
    before = cosine()
    ahead.last_found(elsewhere.workspace_id, home.user_id).names = ["Rita"]
    assert cosine() == before
