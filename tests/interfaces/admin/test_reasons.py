"""Why a question is asked, and where its words come from, as a reviewer reads it."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from consent.changes import SetFact, WriteMemory
from consent.models import Policy, Proposal
from memories.drafts import FactDraft, MemoryDraft
from workspaces.actors import system_actor
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(in_home, login):
    """What a reviewer who may answer reads of the latest question."""
    with in_home():
        Policy.objects.create(fact_key="city", outcome="consent", delegates_to_reviewers=True)
    reviewer = login(Role.REVIEWER)

    def _page(**headers):
        with in_home():
            question = Proposal.objects.latest("created_at", "id")
        content = reviewer.get(f"/admin/consent/proposal/{question.id}/change/", headers=headers).content.decode()
        return re.sub(r"\s+", " ", content)

    return _page


@pytest.fixture
def learned(home, send, say):
    """The server asks to remember a city that a message of Ana's states."""

    def _learned(value, sentence, *, by="learner"):
        [turn] = say(sentence)
        draft = FactDraft(person_id=home.user_id, category="identity", key="city", value=value)
        draft = draft.model_copy(update={"reason": "From what you said.", "evidence_turn_id": turn})
        send(SetFact(draft=draft), actor=system_actor(home.workspace_id, by))

    return _learned


def test_what_the_server_tells_the_person_it_tells_staff_of_them(learned, page):
    learned("Braga", "I live in Braga now.")

    assert "<dd>From what Ana said.</dd>" in page()
    assert "<dd>Aus dem, was Ana gesagt hat.</dd>" in page(**{"Accept-Language": "de"})


def test_competing_values_are_told_with_what_the_person_said(ask, learned, page):
    ask("Porto")
    learned("Braga", "I live in Braga now.")

    told = page()
    assert "Several values compete" in told
    assert re.search(r"Braga<span class=\"hint\">The server, [^<]*: From what Ana said. “I live in Braga now.”", told)


def test_where_the_words_come_from_is_told_in_the_reader_s_language(home, send, page):
    own = {"namespace": ("memories", str(home.user_id)), "key": "said", "source_label": "jsonl"}
    change = WriteMemory(draft=MemoryDraft(content="Ana has diabetes.", **own))
    send(change)
    assert "Woher es stammt, nach Angabe des Assistenten: jsonl" in page(**{"Accept-Language": "de"})

    send(change, actor=system_actor(home.workspace_id, "import_memories"))
    assert '<span class="hint">Where it comes from: jsonl</span>' in page()


def test_a_file_may_give_any_words_as_the_reason(home, send, page):
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Braga", reason="See {notes}, 9%.")
    send(SetFact(draft=draft), actor=system_actor(home.workspace_id, "import_memories"))

    assert "<dd>See {notes}, 9%.</dd>" in page()


def test_more_competing_values_cost_no_more_queries(ask, learned, page):
    ask("Porto", reason="She wrote it.")
    learned("Braga", "I moved to Braga.")
    page()
    with CaptureQueriesContext(connection) as of_two:
        assert "Several values compete" in page()
    learned("Faro", "I moved to Faro.", by="consolidator")
    learned("Lagos", "I moved to Lagos.", by="import_memories")
    with CaptureQueriesContext(connection) as of_four:
        page()
    assert len(of_four) == len(of_two)
