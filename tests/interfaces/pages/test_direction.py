"""Marks that turn the direction of writing, and others that nobody sees: where texts hold them they are seen."""

import re

import pytest

from consent.changes import SetFact
from consent.models import Proposal
from consent.outcomes import Refused
from memories.drafts import FactDraft
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from tests.unseen_texts import ALONE

pytestmark = pytest.mark.django_db
TURNED = "\u202enobsiL"


@pytest.mark.parametrize("mark", ["\u202a", "\u202e", "\u2066", "\u2069"])
def test_no_value_may_hold_them(home, send, mark):
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value=f"Lis{mark}bon")

    outcome = send(SetFact(draft=draft))

    assert isinstance(outcome, Refused)
    assert outcome.detail == f"A value cannot hold marks that turn the direction of writing: U+{ord(mark):04X}."


@pytest.mark.parametrize("value", ["ליסבון", "لشبونة\u200f", "Lisbon 👩\u200d🚀"])
def test_values_of_every_script_are_asked_about(ask, value):
    assert ask(value)


def test_neither_may_ones_own_words(owner, ask):
    proposal_id = ask("Lisbon")
    form = {"value": TURNED, "shown_hash": owner.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash}

    response = owner.post(f"/proposals/{proposal_id}/amend", form)

    assert response.status_code == 422 and "A value cannot hold marks" in response.content.decode()


def test_an_older_question_that_holds_them_shows_them(owner, ask, in_home):
    proposal_id = ask("Lisbon", reason=TURNED)
    with in_home():
        row = Proposal.objects.get(id=proposal_id)
        row.change["draft"]["value"] = row.new_value = TURNED
        row.old_value = TURNED
        row.save(update_fields=["change", "new_value", "old_value"])

    page = owner.get("/inbox").content.decode().partition('<details class="amend"')[0]

    assert page.count("[U+202E]nobsiL") == 3 and TURNED not in page


def test_a_question_of_an_assistant_that_holds_them_shows_them(home, owner, note, supervisor, now):
    memory_id = note()
    request = QueryRequest(user_id=home.user_id, query=f"When is the release? {TURNED}")
    number = memory_query(request, actor=supervisor, now=now).event_id

    for address in ("/activity", f"/activity/{number}", f"/memories/{memory_id}", "/my-data/export.html"):
        page = owner.get(address).content.decode()
        assert "[U+202E]nobsiL" in page and TURNED not in page, address


def test_a_note_that_holds_them_shows_them(owner, note):
    page = owner.get(f"/memories/{note(TURNED)}").content.decode()

    assert "[U+202E]nobsiL" in page and TURNED not in page


@pytest.mark.parametrize("char", ALONE, ids=lambda char: f"U+{ord(char):04X}")
def test_a_card_shows_what_nobody_sees(owner, notes, char):
    notes(f"Ana has{char} asthma.")

    page = owner.get("/inbox").content.decode()

    assert f"has[U+{ord(char):04X}] asthma." in page


def test_every_place_of_a_memory_shows_it(owner, note):
    memory_id = note(
        "Likes\u200b soup.", title="Soup\u2060s", tags=("so\u200cup",), metadata={"no\u200bte": "hot\u200e"}
    )

    for address in (f"/memories/{memory_id}", "/memories", "/timeline", "/my-data/export.html"):
        page = owner.get(address).content.decode()
        assert not {*"\u200b\u2060\u200c\u200e"} & {*page}, address


def test_many_empty_lines_are_shown_as_one(owner, notes, in_home):
    text = "Ana has asthma.\n" + "\n \u2800\r\n" * 36 + "And a dog."
    notes(text)

    page = owner.get("/inbox").content.decode()

    assert re.search(r"Ana has asthma\.(?:</?\w+[^>]*>)*\n\n(?:</?\w+[^>]*>)*And a dog\.", page)
    with in_home():
        assert Proposal.objects.get().change["draft"]["content"] == text
