"""What one act did is told once in the timeline, and what became of several since."""

from datetime import timedelta

import pytest
from django.utils import timezone

from consent.changes import ForgetMemory
from consent.proposals.decide import approve_proposal
from interfaces.pages.timeline.timeline import COOKIE

pytestmark = pytest.mark.django_db


def lines(owner):
    return [line for day in owner.get("/timeline").context["days"] for line in day.lines]


@pytest.fixture
def approved(ask, person):
    """Three requests, approved in one act; their ids."""
    asked = [ask(value, key=key) for key, value in (("city", "Faro"), ("pronouns", "they/them"), ("language", "Malay"))]
    at = timezone.now()
    for one in asked:
        approve_proposal(proposal_id=one, actor=person, now=at)
    return asked


def test_of_several_that_were_undone_the_line_says_so(owner, approved):
    assert [(line.sentence, line.later_state) for line in lines(owner)] == [("You approved 3 requests.", "")]

    owner.post("/proposals/answers/undo", {"answered": [str(one) for one in approved]})
    (line,) = [one for one in lines(owner) if one.sentence == "You approved 3 requests."]
    assert line.later_state == "Undone since"
    summary = (
        owner.get("/timeline").content.decode().partition("You approved 3 requests.")[2].partition("</summary>")[0]
    )
    assert "Undone since" in summary


def test_of_several_of_which_one_was_undone_the_line_says_how_many(owner, approved):
    owner.post(f"/proposals/{approved[0]}/take-back")
    (line,) = [one for one in lines(owner) if one.sentence == "You approved 3 requests."]
    assert line.later_state == "1 of them undone since"


def test_who_gives_a_value_again_confirms_it(owner, fact, parts):
    fact("likes", "fado", item="fado")
    owner.post("/facts/new", {"field": "likes", "value": "fado"})
    assert next(entry.sentence for entry in owner.get("/timeline").context["entries"]) == "You confirmed this."
    assert "You confirmed this. “Likes: fado”" in parts()[1] and "changed" not in parts()[1]


def test_what_was_forgotten_and_written_again_is_one_piece_of_news(owner, note, send):
    memory_id = note("The release is on Friday.")
    send(ForgetMemory(memory_id=memory_id))
    note("The release is on Monday.", at=timezone.now())

    owner.cookies[COOKIE] = f"_{(timezone.now() - timedelta(hours=1)).timestamp()}"
    news = dict(owner.get("/timeline").context["news"])
    assert (news.get("RESTORE"), news["UPDATE"]) == (None, 1)
    assert [entry.row.event for entry in owner.get("/timeline", {"event": "RESTORE"}).context["entries"]] == []
