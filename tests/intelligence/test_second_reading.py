"""Where a language model is configured it reads what agents write too, and either reader may ask (R33)."""

import pytest

from consent.changes import SetFact, WriteMemory
from consent.gate import submit, submit_many
from consent.models import Proposal
from consent.outcomes import Applied, Queued
from memories.drafts import FactDraft, MemoryDraft
from memories.models import Memory
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db
HINT = "Ana keeps a photo of Petra in her wallet."
QUOTE = "a photo of Petra in her wallet"


@pytest.fixture
def reading(model_server, settings):
    settings.LLM_READS_WRITES = True

    def reply(told):
        places = [place for place, text in enumerate(told["texts"]) if QUOTE in text]
        fields = {"key": "sexual_orientation", "value": "lesbian", "quote": QUOTE, "denied": False}
        return {"statements": [{"text": place} | fields for place in places]}

    model_server.replies = {"AllSensitive": reply}
    return model_server


@pytest.fixture
def note(home):
    def _note(content, key="note", **fields):
        return WriteMemory(
            draft=MemoryDraft(namespace=("memories", str(home.user_id)), key=key, content=content), **fields
        )

    return _note


def test_what_only_the_model_finds_is_asked_about(home, in_home, reading, note, supervisor, now):
    assert isinstance(submit(note(HINT), actor=supervisor, now=now), Queued)
    with in_home():
        assert Proposal.objects.get().claims == ["identity.sexual_orientation=lesbian"]


def test_without_a_model_the_rules_alone_decide(note, supervisor, now):
    assert isinstance(submit(note(HINT), actor=supervisor, now=now), Applied)


def test_what_neither_finds_applies(reading, note, supervisor, now):
    assert isinstance(submit(note("Ana likes tea."), actor=supervisor, now=now), Applied)
    assert len(reading.asked) == 1


def test_what_the_rules_find_is_asked_about_without_the_model(reading, note, supervisor, now):
    assert isinstance(submit(note("Ana lives in Evora."), actor=supervisor, now=now), Queued)
    assert reading.asked == []


def test_a_fact_is_read_too(home, reading, supervisor, now):
    draft = FactDraft(person_id=home.user_id, category="preference", key="evenings", value=f"with {QUOTE} since June")
    assert isinstance(submit(SetFact(draft=draft), actor=supervisor, now=now), Queued)


def test_so_are_texts_of_the_server_itself_and_only_the_words_wait(home, in_home, reading, note, now):
    episode = note(f"Ana planned a trip. {HINT}", excise=True)
    outcome = submit(episode, actor=system_actor(home.workspace_id, "episodes"), now=now)
    assert isinstance(outcome, Applied)
    with in_home():
        content = Memory.objects.get(id=outcome.memory_id).current.content
        assert "planned a trip" in content and QUOTE not in content


def test_the_person_s_own_words_are_not_read(reading, note, person, now):
    assert isinstance(submit(note(HINT), actor=person, now=now), Applied)
    assert reading.asked == []


def test_a_model_that_fails_stops_no_write(reading, note, supervisor, now):
    reading.will_fail(500)
    assert isinstance(submit(note(HINT), actor=supervisor, now=now), Applied)


def test_a_quote_that_is_not_in_the_text_counts_for_nothing(reading, note, supervisor, now):
    reading.replies["AllSensitive"] = {
        "statements": [{"text": 0, "key": "religion", "value": "x", "quote": "no such words", "denied": False}]
    }
    assert isinstance(submit(note("Ana likes tea."), actor=supervisor, now=now), Applied)


def test_a_batch_is_read_in_one_call(reading, note, supervisor, now):
    outcomes = submit_many([note("Tea.", "a"), note(HINT, "b"), note("Milk.", "c")], actor=supervisor, now=now)
    assert [type(outcome) for outcome in outcomes] == [Applied, Queued, Applied]
    assert len(reading.asked) == 1
