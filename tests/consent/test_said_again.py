"""What an agent asked about, and the person has not agreed to, counts in whatever form of its words (R31)."""

import pytest

from consent.outcomes import Applied, Queued, Refused
from consent.proposals.decide import reject_proposal

pytestmark = pytest.mark.django_db
AGAIN = ["Zagreba se Ana uvijek drži.", "She is at it in Zagrebu again.", "Zagrebačka Ana: Zagrebu vjerna."]


@pytest.fixture
def asked(write):
    answer = write("Ana lives in Zagreb.", key="asked")
    assert isinstance(answer, Queued)
    return answer


@pytest.mark.parametrize("content", AGAIN)
def test_while_it_waits_it_is_asked_about_again(asked, write, content):
    assert isinstance(write(content, key="again"), Queued)


@pytest.mark.parametrize("content", AGAIN)
def test_after_a_no_it_is_refused(asked, write, person, now, content):
    reject_proposal(proposal_id=asked.proposal_id, actor=person, now=now)
    assert isinstance(write(content, key="again"), Refused)


def test_the_same_word_about_something_else_applies(asked, write):
    assert isinstance(write("Ana booked a hotel in Zagreb for the conference.", key="trip"), Applied)


def test_another_agent_learns_nothing_by_it(write, stylist):
    assert isinstance(write("religion: Nowakism", key="asked"), Queued)
    assert isinstance(write("Ana spells Nowakism with a capital.", key="guess"), Queued)
    assert isinstance(write("Ana spells Nowakism with a capital.", key="g", category="style", actor=stylist), Applied)


@pytest.mark.parametrize(
    ("key", "content"),
    [("city", "Ana lives in Zagreb."), ("home city", "Ana moved to Zagreb."), ("language", "Ana speaks Croatian.")],
)
def test_a_sentence_under_the_name_of_its_field_is_asked_about_by_its_value_alone(write, key, content):
    assert isinstance(write(content, key=key), Queued)
    assert isinstance(write("Ana enjoys jazz.", key="music"), Applied)


@pytest.mark.parametrize(
    ("key", "content"),
    [
        ("city", "Smallville though she lives in Porto."),
        ("city", "Lisbon since she lives in Porto."),
        ("city", "Lisbon lives in Porto."),
        ("preferred_name", "Bea though call her Ana."),
    ],
)
def test_a_known_value_behind_the_name_of_its_field_lets_no_other_one_in(write, set_fact, person, key, content):
    set_fact("identity", "city", "Porto", actor=person)
    set_fact("identity", "preferred_name", "Ana", actor=person)
    assert isinstance(write(content, key=key), Queued)
