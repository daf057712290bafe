"""Open requests about one fact that are no one card lead to each other."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.utils import timezone

from consent.changes import ForgetMemory, SetFact, WriteMemory
from consent.proposals.decide import approve_proposal
from memories.drafts import FactDraft, MemoryDraft
from memories.models import Fact

pytestmark = pytest.mark.django_db
TOLD = "Another request is about the same:"


@pytest.fixture
def another(supervisor):
    return replace(supervisor, id=uuid4())


@pytest.fixture
def text(home, send, another):
    """Another assistant asks to remember a sentence; answers with the request's id."""

    def _text(content):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=str(uuid4()), content=content)
        return send(WriteMemory(draft=draft), actor=another).proposal_id

    return _text


@pytest.fixture
def need(home, send):
    def _need(value, key="health_conditions", category="constraint"):
        draft = FactDraft(person_id=home.user_id, category=category, key=key, value=value)
        return send(SetFact(draft=draft)).proposal_id

    return _need


def link_to(request, quoted):
    return f'{TOLD} <a href="/proposals/{request}">“{quoted.removesuffix(".")}”</a>'


def told_on(client, request):
    return " ".join(client.get(f"/proposals/{request}").content.decode().split())


def test_a_value_and_a_sentence_that_says_more_than_it(owner, ask, text):
    city, sentence = ask("Porto"), text("Ana lives in Lisbon and has diabetes.")
    assert link_to(sentence, "Ana lives in Lisbon and has diabetes.") in told_on(owner, city)
    assert link_to(city, "Porto") in told_on(owner, sentence)
    assert " ".join(owner.get("/inbox").content.decode().split()).count(TOLD) == 2


def test_the_same_value_of_a_field_of_several(owner, need, text):
    illness, sentence = need("diabetes"), text("Ana has diabetes.")
    assert link_to(sentence, "Ana has diabetes.") in told_on(owner, illness)
    assert link_to(illness, "diabetes") in told_on(owner, sentence)


def test_another_value_of_such_a_field_is_about_something_else(owner, need, text):
    need("asthma")
    assert TOLD not in told_on(owner, text("Ana has diabetes."))


def test_what_stands_on_one_card_is_not_linked(owner, ask, text):
    ask("Porto")
    sentence = text("Ana lives in Lisbon.")
    assert "which is right?" in told_on(owner, sentence) and TOLD not in told_on(owner, sentence)


def test_what_is_answered_is_not_linked(owner, ask, text, in_home):
    city, sentence = ask("Porto"), text("Ana lives in Lisbon and has diabetes.")
    shown = owner.get(f"/proposals/{city}").context["item"].proposal.shown_hash
    owner.post(f"/proposals/{city}/refuse", {"shown_hash": shown})
    assert TOLD not in told_on(owner, sentence)


def test_an_answer_renews_the_cards_about_the_same_field(owner, ask, person, text, now):
    """Without reload: what the field says now, and no link to what is answered."""
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    faro, sentence = ask("Faro", at=timezone.now()), text("Ana lives in Lisbon. The flat has a balcony.")
    before = told_on(owner, sentence)
    assert "stays “Porto”" in before and link_to(faro, "Faro") in before
    form = {"shown_hash": owner.get(f"/proposals/{faro}").context["item"].proposal.shown_hash, "value": "Tavira"}

    answer = owner.post(f"/proposals/{faro}/amend", form, headers={"HX-Request": "true"}).content.decode()

    renewed = answer.partition(f'id="proposal-{sentence}"')[2].partition("</article>")[0]
    assert 'hx-swap-oob="true"' in renewed.partition(">")[0]
    assert "stays “Tavira”" in renewed and "Faro" not in renewed


def test_a_request_to_forget_is_told_as_one(owner, ask, person, send, in_home, text, now):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    with in_home():
        memory_id = Fact.objects.get(key="city").memory_id
    forget, city = send(ForgetMemory(memory_id=memory_id)).proposal_id, ask("Lisbon", at=timezone.now())
    told = "Your supervisor assistant wants to forget your city: “Porto”"
    assert f'{TOLD} <a href="/proposals/{forget}">{told}</a>' in told_on(owner, city)
    assert link_to(city, "Lisbon") in told_on(owner, forget)
