"""002 flow 3, stage 2: a context has the nearest three episodes within the threshold, whatever else is there (R11)."""

import pytest

from retrieval.context.build import build_context
from retrieval.context.request import ContextRequest

pytestmark = pytest.mark.django_db

DATABASES = "User asked about vector databases. Assistant compared FAISS with pgvector."


@pytest.fixture
def episode(remember):
    """Store an episode; returns its id."""

    def write(text=DATABASES, **fields):
        return remember(text, memory_type="episodic", category="event", turn_start=1, turn_end=10, **fields)

    return write


@pytest.fixture
def talk(say):
    """Speak of vector databases, many times."""
    return lambda turns=40: say(*[f"More on vector databases, part {number}." for number in range(turns)])


@pytest.fixture
def shown(home, supervisor, now):
    """The ids of the episodes that a context has for a question."""

    def ids(query="vector databases", *, actor=supervisor, **fields):
        request = ContextRequest.model_validate({"user_id": home.user_id, "query": query, **fields})
        return {one.memory_id for one in build_context(request, actor=actor, now=now).parts.episodes}

    return ids


@pytest.mark.parametrize("turns", [40, 80])
def test_a_near_one_is_shown_however_much_is_said_of_it(episode, talk, shown, turns):
    near = episode()
    talk(turns)
    assert shown() == {near}


def test_the_nearest_three_of_many_and_no_far_one(episode, talk, shown):
    near = {episode(f"User compared vector databases, part {number}.") for number in range(3)}
    for number in range(15):
        episode(f"User asked about databases and about holiday number {number} in Peru with friends and family.")
    talk()
    assert shown() == near
    assert shown("Who tuned the violin?") == set()


def test_one_is_found_by_a_person_with_many_texts_too(episode, talk, shown, monkeypatch):
    monkeypatch.setattr("retrieval.statistics.MANY_TEXTS", 5)
    near = episode()
    talk()
    assert shown() == {near}


def test_a_long_one_takes_one_place_of_the_three(episode, talk, shown):
    near = {episode(f"User compared vector databases, part {number}. " * 200) for number in range(3)}
    talk()
    assert shown() == near


def test_only_what_may_be_seen_is_shown(episode, talk, shown, person, planner):
    secret = episode(sensitivity="confidential", actor=person)
    talk()
    assert shown() == shown(actor=planner) == set()
    assert shown(actor=person, allowed_sensitivity=["confidential"]) == {secret}
