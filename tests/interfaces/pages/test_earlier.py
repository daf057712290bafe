"""Searches of all pages find what a memory said before, and tell it as past."""

import pytest
from django.utils import timezone

from consent.models import Proposal
from consent.proposals.decide import approve_proposal

pytestmark = pytest.mark.django_db


@pytest.fixture
def moved(fact):
    fact("employer", "Siemens", category="identity")
    return fact("employer", "Bosch", category="identity")


def test_the_start_page_s_search_tells_a_past_value(owner, moved):
    [group] = [one for one in owner.get("/search", {"q": "siemens"}).context["groups"] if one.name == "earlier"]
    [hit] = group.hits
    assert hit.text == "Employer: <mark>Siemens</mark>" and hit.path == f"/memories/{moved}"
    assert hit.note == "Not so any more. Now: “Employer: Bosch”"


def test_the_list_of_memories_tells_it_too_and_how_many_have_the_words(owner, moved, note):
    page = owner.get("/memories", {"q": "siemens"})
    assert [one.text for one in page.context["earlier"]] == ["Employer: Siemens"]
    assert "Before: “Employer: Siemens”" in page.content.decode()

    page = owner.get("/memories", {"q": "bosch"})
    assert page.context["earlier"] == [] and "1 memory has your words" in page.content.decode()


def test_the_timeline_marks_it_and_says_what_it_searched(owner, moved):
    html = owner.get("/timeline", {"q": "siemens"}).content.decode()
    assert "2 entries. Searched were the texts of memories" in html
    assert html.count("Not so any more") == 1


def test_the_timeline_finds_some_words_where_nothing_has_all(owner, moved, note):
    note("Ana plays the cello.")
    page = owner.get("/timeline", {"q": "bosch cello"})
    assert page.context["is_partial"] and page.context["found"] == 3
    assert not owner.get("/timeline", {"q": "bosch"}).context["is_partial"]


def test_what_was_undone_is_no_earlier_value(owner, ask, person):
    """It was never agreed to in the end; the request tells of it."""
    for value in ("Porto", "Lisbon"):
        request = ask(value, at=timezone.now())
        approve_proposal(proposal_id=request, actor=person, now=timezone.now())
    owner.post(f"/proposals/{request}/undo")
    found = {group.name for group in owner.get("/search", {"q": "lisbon"}).context["groups"]}
    assert "earlier" not in found and "requests" in found
    assert owner.get("/memories", {"q": "lisbon"}).context["earlier"] == []


def test_what_was_changed_before_its_answer_was_undone_is_one(owner, ask, person, in_home):
    request = ask("Lisbon")
    approve_proposal(proposal_id=request, actor=person, now=timezone.now())
    with in_home():
        memory_id = Proposal.objects.get(id=request).memory_id
    form = owner.get(f"/memories/{memory_id}/edit").context["form"].initial
    owner.post(f"/memories/{memory_id}/edit", form | {"content": "Faro"})
    owner.post(f"/proposals/{request}/undo")
    assert [one.text for one in owner.get("/memories", {"q": "lisbon"}).context["earlier"]] == ["City: Lisbon"]


def test_nobody_finds_anothers_past(colleague, moved):
    for path in ("/search", "/memories", "/timeline"):
        assert "Siemens" not in colleague.get(path, {"q": "siemens"}).content.decode()


def test_what_was_forgotten_has_no_past_value(owner, moved):
    owner.post(f"/memories/{moved}/forget")
    assert owner.get("/memories", {"q": "siemens"}).context["earlier"] == []
