"""Requests that would store no value: receipts, the export and the timeline tell what was asked and what came of it."""

import re

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from consent.changes import ForgetMemory, LinkMemories, MergeMemories, RestoreMemory
from consent.models import Policy
from consent.proposals.decide import approve_proposal, reject_proposal
from memories.models import History

pytestmark = pytest.mark.django_db


@pytest.fixture
def two(note, in_home):
    """Two notes that are changed only with the person's yes, the first once changed."""
    one, other = note("Ana likes tea.", key="a"), note("Ana likes cake.", key="b")
    note("Ana likes black tea.", key="a")
    with in_home():
        Policy.objects.create(category="general", outcome="consent", priority=0)
    return one, other


@pytest.fixture
def receipt(owner):
    return lambda proposal_id: _plain(owner.get(f"/proposals/{proposal_id}/receipt").content.decode())


def _plain(html):
    return re.sub(r"\s+", " ", strip_tags(html))


def _refuse(proposal_id, person):
    reject_proposal(proposal_id=proposal_id, actor=person, now=timezone.now())


def test_what_was_not_forgotten_was_kept(owner, two, asked, person, parts, receipt):
    proposal_id = asked(ForgetMemory(memory_id=two[1]))
    _refuse(proposal_id, person)

    assert "“Ana likes cake.” was kept" in receipt(proposal_id) and "not saved" not in receipt(proposal_id)
    latest, *_ = owner.get("/timeline").context["entries"]
    assert latest.sentence == "You decided to keep this." and "wanted to forget “Ana likes cake”." in latest.text
    decided, history = map(_plain, parts())
    assert "wanted to forget “Ana likes cake”. Nothing was changed. Refused" in decided
    assert "You decided to keep this. “Ana likes cake.”" in history and "refused" not in history


def test_a_waiting_question_whether_to_forget_asks_that(two, asked, owner):
    asked(ForgetMemory(memory_id=two[1]))
    page = _plain(owner.get("/my-data/export.html").content.decode())
    assert "Your supervisor assistant wants to forget “Ana likes cake”. Awaiting approval" in page


def test_what_was_forgotten_and_taken_back(owner, two, asked, person, parts, receipt):
    proposal_id = asked(ForgetMemory(memory_id=two[1]))
    approve_proposal(proposal_id=proposal_id, actor=person, now=timezone.now())
    assert "“Ana likes cake.” was forgotten" in receipt(proposal_id)
    assert "wanted to forget “Ana likes cake”. Forgotten." in _plain(parts()[0])

    owner.post(f"/proposals/{proposal_id}/take-back")
    assert "“Ana likes cake.” is remembered again" in receipt(proposal_id)
    assert "You undid your approval. Your supervisor assistant wanted to forget “Ana likes cake”." in _plain(parts()[1])


def test_an_undone_no_to_forgetting(owner, two, asked, person, receipt):
    proposal_id = asked(ForgetMemory(memory_id=two[1]))
    _refuse(proposal_id, person)
    owner.post(f"/proposals/{proposal_id}/undo")
    assert "The answer about “Ana likes cake.” was undone" in receipt(proposal_id)


def test_what_was_not_restored(two, asked, person, parts, receipt):
    proposal_id = asked(RestoreMemory(memory_id=two[0], version=1))
    _refuse(proposal_id, person)
    assert "“Ana likes tea.” was not restored, “Ana likes black tea.” stayed" in receipt(proposal_id)
    decided, history = map(_plain, parts())
    assert "wanted to restore an earlier value. Ana likes tea. Nothing was changed." in decided
    assert "wanted to restore an earlier value. “Ana likes tea.”" in history


def test_memories_that_were_not_linked(two, asked, person, parts, receipt):
    proposal_id = asked(LinkMemories(memory_id=two[0], to_id=two[1], relation_type="mentions"))
    _refuse(proposal_id, person)
    assert "“Ana likes black tea.” stayed as it was" in receipt(proposal_id)
    for part in map(_plain, parts()):
        assert "wanted to link two memories about you." in part
        assert "Ana likes black tea." in part and "Mentions, b: Ana likes cake." in part


def test_memories_that_were_linked(two, asked, person, parts, receipt):
    proposal_id = asked(LinkMemories(memory_id=two[0], to_id=two[1], relation_type="mentions"))
    approve_proposal(proposal_id=proposal_id, actor=person, now=timezone.now())
    assert "in the place of" not in receipt(proposal_id)
    decided, _history = map(_plain, parts())
    assert "Ana likes cake. (strength 1)) The two memories are linked. Approved" in decided and "→" not in decided


def test_memories_that_were_not_merged(two, asked, person, parts, receipt, in_home):
    with in_home():
        changed = History.objects.filter(memory_id=two[1]).latest("created_at").change_id
    merge = MergeMemories(memory_id=two[0], absorbed_id=two[1], absorbed_change_id=changed, band="auto", cosine=0.93)
    proposal_id = asked(merge)
    _refuse(proposal_id, person)
    assert "“Ana likes black tea.” stayed as it was" in receipt(proposal_id)
    assert "wanted to combine two similar memories about you." in _plain(parts()[0])


def test_what_was_marked_as_wrong_is_named_in_the_history_while_it_is_held(owner, note, parts):
    memory_id = note("Ana likes tea.")
    owner.post(f"/memories/{memory_id}/wrong")
    page = _plain(owner.get("/my-data/export.html").content.decode())
    remembered, history = page.partition("What you decided")[0], _plain(parts()[1])
    assert "You marked this as wrong. “Ana likes tea.” Assistants do not find it." in history
    assert "You can mark it as correct again." in history and "no longer remembered" not in history
    assert "Nothing." in remembered.rpartition("What is remembered")[2] or "Ana likes tea." not in remembered

    owner.post(f"/memories/{memory_id}/right")
    assert "You can mark it as correct again." not in _plain(parts()[1])


def test_a_link_names_both_memories(note, send, parts):
    send(LinkMemories(memory_id=note("Ana likes tea.", key="a"), to_id=note("Ana likes cake.", key="b")))
    assert "assistant linked two memories. “Ana likes tea”, “Ana likes cake”" in _plain(parts()[1])
