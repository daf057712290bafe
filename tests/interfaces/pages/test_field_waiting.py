"""The page of a field names the sentences about it that wait for the person's answer."""

import pytest

from consent.changes import SetFact, WriteMemory
from consent.models import Policy
from consent.outcomes import Queued
from consent.proposals.decide import approve_proposal, reject_proposal
from memories.drafts import FactDraft, MemoryDraft
from workspaces.models import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def employer(in_home, home, send, person):
    """The page of her employer, about which assistants must ask."""
    with in_home():
        Policy.objects.create(outcome="consent", fact_key="employer")
    draft = FactDraft(person_id=home.user_id, category="identity", key="employer", value="Siemens")
    return f"/memories/{send(SetFact(draft=draft), actor=person).memory_id}"


@pytest.fixture
def written(home, send):
    """The request for a text."""

    def _written(content, *, key="note", person_id=None):
        namespace = ("memories", str(person_id or home.user_id))
        outcome = send(WriteMemory(draft=MemoryDraft(namespace=namespace, key=key, content=content)))
        assert isinstance(outcome, Queued)
        return outcome.proposal_id

    return _written


def waiting(client, page):
    shown = client.get(page).content.decode()
    return shown.partition("Waits for your answer</h2>")[2].partition("</section>")[0]


def test_a_sentence_about_the_field_waits_there(owner, employer, written):
    assert waiting(owner, employer) == ""
    proposal_id = written("Ana works at Feedzai.")

    shown = waiting(owner, employer)
    assert "“Ana works at Feedzai”" in shown and f'href="/proposals/{proposal_id}"' in shown


def test_one_about_another_field_does_not(owner, employer, written):
    written("Ana lives in Faro.")
    assert "Faro" not in waiting(owner, employer)


def test_nor_does_one_that_is_answered(owner, employer, written, person, now):
    reject_proposal(proposal_id=written("Ana works at Feedzai."), actor=person, now=now)
    approve_proposal(proposal_id=written("Ana works at Bosch.", key="other"), actor=person, now=now)
    assert waiting(owner, employer) == ""


def test_another_value_still_waits_there_once(owner, employer, home, send):
    draft = FactDraft(person_id=home.user_id, category="identity", key="employer", value="Feedzai")
    assert isinstance(send(SetFact(draft=draft)), Queued)
    assert waiting(owner, employer).count("<li>") == 1 and "<strong>" in waiting(owner, employer)


def test_nobody_else_s_sentence_is_shown(owner, employer, written, in_home, colleague):
    with in_home():
        ben = Person.objects.get(name="Ben").id
    written("Ben works at Feedzai.", person_id=ben)
    assert waiting(owner, employer) == ""
