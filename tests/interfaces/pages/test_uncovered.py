"""A card that waits although a rule lets its field be saved says why the rule does not cover it."""

from dataclasses import replace

import pytest
from django.utils import timezone

from consent.changes import ForgetMemory, WriteMemory
from consent.models.policy import Outcome
from consent.outcomes import Applied, Queued
from consent.policies.preferences import add_preference
from memories.drafts import MemoryDraft
from providers.statements import Address
from workspaces.models import Agent

pytestmark = pytest.mark.django_db
CITY, LIKES = Address("identity", "city"), Address("preference", "likes")
BOTH, ALONE = "Ana lives in Faro and her pronouns are they/them.", "Ana lives in Faro."


@pytest.fixture
def always(person):
    def _always(agent_id=None, field=CITY):
        add_preference(agent_id=agent_id, field=field, outcome=Outcome.APPLY, actor=person, now=timezone.now())

    return _always


@pytest.fixture
def told(home, send):
    def _told(content):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=content, content=content)
        return send(WriteMemory(draft=draft), at=timezone.now())

    return _told


def inbox(owner):
    return owner.get("/inbox").content.decode()


def test_a_sentence_that_tells_more_says_what(owner, always, told, supervisor):
    always(supervisor.id)
    assert isinstance(told(ALONE), Applied)
    told(BOTH)
    assert "can always remember: City” covers: pronouns." in inbox(owner)


def test_without_a_rule_nothing_is_said(owner, told, always):
    told(BOTH)
    assert "covers:" not in inbox(owner)
    always()
    assert "covers:" not in inbox(owner), "the rule came later"


def test_a_rule_for_all_does_not_cover_what_another_assistant_noted(owner, always, fact, send, supervisor, in_home):
    memory_id = fact("likes", "fado", item="fado")
    always(field=LIKES)
    with in_home():
        helper = replace(supervisor, id=Agent.objects.create(role="supervisor", name="helper").id, name="helper")
    assert isinstance(send(ForgetMemory(memory_id=memory_id), actor=helper, at=timezone.now()), Queued)
    assert "what another one noted, only a rule for this assistant" in inbox(owner)


def test_the_rules_say_which_sentences_they_cover(owner):
    assert "the strictest rule for any of them decides" in owner.get("/my-data/access").content.decode()
