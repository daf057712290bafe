"""Staff see what nobody sees: written out wherever a text that agents wrote is shown."""

import re

import pytest

from consent.changes import SetFact
from consent.models import Proposal
from consent.outcomes import Queued
from memories.drafts import FactDraft

pytestmark = pytest.mark.django_db
CHARS = {*"\u200b\u2060\u200c\u200e\u00ad"}


@pytest.fixture
def memory_id(note):
    fields = {
        "title": "Soup\u2060s",
        "tags": ("so\u200cup",),
        "metadata": {"no\u200bte": "hot\u200e", "item": "a\u00ad"},
    }
    return note("Likes\u200b soup.", summary="Soup\u200e.", **fields)


@pytest.fixture
def proposal_id(home, send):
    draft = FactDraft(
        person_id=home.user_id, category="identity", key="city", value="Lis\u200bbon", reason="Mo\u2060ved."
    )
    outcome = send(SetFact(draft=draft))
    assert isinstance(outcome, Queued)
    return outcome.proposal_id


def shown(client, address):
    page = client.get(address, follow=True)
    assert page.status_code == 200
    # What is edited is edited as it stands.
    return re.sub(r"<textarea.*?</textarea>", "", page.content.decode(), flags=re.DOTALL)


def test_the_pages_of_a_memory_write_it_out(owner, memory_id):
    for address in (
        "/admin/memories/memory/",
        f"/admin/memories/memory/{memory_id}/change/",
        "/admin/memories/history/",
    ):
        assert not CHARS & {*shown(owner, address)}, address
    assert "Likes[U+200B] soup." in shown(owner, f"/admin/memories/memory/{memory_id}/change/")


def test_questions_write_it_out(owner, proposal_id, in_home):
    with in_home():
        assert Proposal.objects.get().new_value.startswith("Lis\u200bbon")
    for address in ("/admin/consent/proposal/", f"/admin/consent/proposal/{proposal_id}/change/"):
        page = shown(owner, address)
        assert "Lis[U+200B]bon" in page and not CHARS & {*page}, address
