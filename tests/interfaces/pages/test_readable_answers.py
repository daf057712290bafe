"""The export to read tells what an answer turned down, what was saved instead, and what was undone."""

import pytest
from django.utils import timezone

from consent.changes import WriteMemory
from consent.proposals.decide import amend_proposal, approve_proposal, reject_proposal
from memories.drafts import MemoryDraft
from tests.interfaces.pages.test_choosing import choose, the_choice

pytestmark = pytest.mark.django_db


@pytest.fixture
def parts(owner):
    """What was decided and the history, each as the file has it."""

    def _parts():
        page = owner.get("/my-data/export.html").content.decode()
        return [page.partition(f'id="{name}"')[2].partition("</section>")[0] for name in ("decided", "history")]

    return _parts


@pytest.fixture
def asked(ask, person):
    """Porto is held, and another value is asked for; the request's id."""
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=timezone.now())
    return ask("Évora", at=timezone.now())


def test_a_refused_value_is_no_change(asked, person, parts):
    reject_proposal(proposal_id=asked, actor=person, now=timezone.now())
    decided, history = parts()
    assert "Refused" in decided and "You refused a request. “City: Évora”" in history
    assert "Porto</s> → " not in decided + history


def test_an_undone_refusal_reads_as_undone(owner, asked, person, parts):
    reject_proposal(proposal_id=asked, actor=person, now=timezone.now())
    owner.post(f"/proposals/{asked}/undo")
    _decided, history = parts()
    assert "You undid your refusal. “City: Évora” <small>The request is open again.</small>" in history
    assert "→" not in history


def test_once_it_was_answered_again_it_was_open(owner, asked, person, parts):
    reject_proposal(proposal_id=asked, actor=person, now=timezone.now())
    owner.post(f"/proposals/{asked}/undo")
    shown = owner.get(f"/proposals/{asked}").context["item"].proposal.shown_hash
    owner.post(f"/proposals/{asked}/approve", {"shown_hash": shown})
    assert "“City: Évora” <small>The request was open again.</small>" in parts()[1]


def test_an_undone_approval_is_no_change_either(owner, asked, person, parts):
    approve_proposal(proposal_id=asked, actor=person, now=timezone.now())
    owner.post(f"/proposals/{asked}/take-back")
    decided, history = parts()
    assert "Undone" in decided and "Porto</s> → Évora" not in decided
    assert "You undid your approval. <s>City: Évora</s> → City: Porto" in history


def test_what_was_asked_for_is_told_where_another_value_was_saved(asked, person, parts):
    amend_proposal(proposal_id=asked, actor=person, now=timezone.now(), value="Faro")
    for part in parts():
        assert "Faro <small>Asked for, but not saved: “Évora”.</small>" in part


def test_a_choice_tells_both_what_was_not_saved_and_what_was(owner, ask, home, send, parts):
    ask("Lisbon")
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="letter", content="Ana lives in Setubal.")
    send(WriteMemory(draft=draft))
    choose(owner, the_choice(owner), choose="identity.city=lisbon")
    decided, history = parts()
    not_saved, instead = (
        "<small>Asked for, but not saved: “Ana lives in Setubal”.</small>",
        "<small>Saved instead: “Lisbon”.</small>",
    )
    assert f"Lisbon {not_saved}" in decided and f"“City: Lisbon” {not_saved}" in history
    assert f"Ana lives in Setubal. {instead}" in decided and f"“Ana lives in Setubal.” {instead}" in history
