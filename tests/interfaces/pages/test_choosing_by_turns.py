"""Two assistants ask for values of one field by turns, some of which a third asks for, too: all stand on one card."""

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime

from consent.changes import SetFact
from consent.models import Policy, Proposal
from consent.outcomes import Applied
from consent.proposals.decide import approve_proposal
from interfaces.pages.cards.competing_values import Choice
from memories.drafts import FactDraft
from memories.models import Fact
from workspaces.models import Agent

pytestmark = pytest.mark.django_db


@pytest.fixture
def called(supervisor, in_home):
    """An assistant of this name."""

    def _called(name):
        with in_home():
            agent, _is_new = Agent.objects.get_or_create(role="supervisor", name=name)
        return replace(supervisor, id=agent.id, name=name)

    return _called


@pytest.fixture
def by(ask, called):
    """An assistant of this name asks for a value of a field."""
    return lambda name, value, key="city": ask(value, key=key, at=timezone.now(), actor=called(name))


@pytest.fixture
def asked_by_turns(by, ask, person, now):
    """Porto is remembered; what Concierge asked for first gave way to a value that Kitchen had asked for."""
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    kitchen = by("Kitchen", "Lisbon")
    for name, value in [("Home", "Braga"), ("Concierge", "Faro"), ("Home", "Coimbra"), ("Concierge", "Lisbon")]:
        by(name, value)
    return kitchen


def the_choice(client) -> Choice:
    (found,) = [item for item in client.get("/inbox").context["items"] if isinstance(item, Choice)]
    return found


def choose(client, choice, **answer):
    shown = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in choice.cards]
    return unescape(
        client.post("/proposals/choice", {"field": choice.field, "shown": shown} | answer, follow=True).content.decode()
    )


def test_a_value_that_gave_way_to_one_that_another_asked_for_stays_on_the_card(owner, asked_by_turns):
    choice = the_choice(owner)
    assert {one.value for one in choice.options} == {"Braga", "Faro", "Coimbra", "Lisbon"}
    (faro,) = [one for one in choice.options if one.value == "Faro"]
    assert [face.name for face in faro.askers] == ["Your Concierge assistant"]


def test_it_can_be_chosen(owner, asked_by_turns, cities):
    choose(owner, the_choice(owner), choose="identity.city=faro")
    assert cities() == ["Faro"]


def test_it_is_told_among_what_was_refused(owner, asked_by_turns):
    page = choose(owner, the_choice(owner), choose="")
    told = page.partition("Assistants can't ask for")[2].partition("again before")[0]
    assert all(f"“{city}”" in told for city in ("Braga", "Faro", "Coimbra", "Lisbon"))


def test_one_that_waits_alone_with_it_is_a_choice(owner, by):
    by("Home", "woman", "gender")
    by("Concierge", "queer", "gender")
    by("Concierge", "woman", "gender")
    assert {one.value for one in the_choice(owner).options} == {"woman", "queer"}


def test_the_page_of_the_field_tells_only_what_saved_its_value(owner, asked_by_turns, in_home):
    choose(owner, the_choice(owner), choose="identity.city=braga")
    with in_home():
        chosen, memory_id = Proposal.objects.get(state="amended").id, Fact.objects.active().get(key="city").memory_id
    owner.post(f"/proposals/{chosen}/undo")
    choose(owner, the_choice(owner), choose="")
    page = owner.get(f"/memories/{memory_id}")
    (consent,) = page.context["story"].consents
    assert (consent.value, consent.sentence) == ("Porto", "You approved it.")


VALUES = ("Braga", "Coimbra", "Faro", "Lisbon")


def once_each(text):
    return all(len(re.findall(rf"\b{city}\b", text)) == 1 for city in VALUES)


def test_where_none_was_chosen_the_timeline_names_each_value(owner, asked_by_turns):
    choose(owner, the_choice(owner), choose="")
    refused = [entry for day in owner.get("/timeline").context["days"] for line in day.lines for entry in line.entries]
    (told,) = [entry.sentence for entry in refused if entry.sentence.startswith("You kept “Porto” and refused ")]
    assert once_each(told) and "“Faro” (Your Concierge assistant)" in told


def test_so_of_a_field_of_few_values(owner, by):
    by("Home", "male", "gender")
    by("Concierge", "female", "gender")
    choose(owner, the_choice(owner), choose="")
    page = unescape(owner.get("/timeline").content.decode())
    assert re.search(r"\bmale\b", page) and re.search(r"\bfemale\b", page)


def test_so_does_the_card_of_the_decision(owner, asked_by_turns):
    choose(owner, the_choice(owner), choose="")
    decided = next(one for one in owner.get("/decisions").context["decisions"] if one.others)
    assert once_each(decided.card.outcome)
    refused = [card for card in decided.others if card.proposal.state == "rejected"]
    assert refused and all(card.outcome == decided.card.outcome for card in refused)


def test_so_does_the_export(owner, asked_by_turns):
    choose(owner, the_choice(owner), choose="")
    page = unescape(owner.get("/my-data/export.html").content.decode())
    for name in ("decided", "history"):
        part = page.partition(f'id="{name}"')[2].partition("</section>")[0]
        (told,) = re.findall(r"You kept “Porto” and refused (.*?)\.", part)
        assert once_each(told)


def test_a_receipt_says_that_the_value_stayed_only_where_it_did(owner, asked_by_turns, in_home):
    choose(owner, the_choice(owner), choose="identity.city=lisbon")
    with in_home():
        coimbra = Proposal.objects.get(new_value="Coimbra")
    page = unescape(owner.get(f"/proposals/{coimbra.id}/receipt").content.decode())
    assert "“Coimbra” was not saved" in page and "stayed" not in page and "“Lisbon” was chosen instead." in page


def test_a_request_that_waits_shows_what_the_field_says_now(owner, by, called, home, in_home, person, now, send):
    approve_proposal(proposal_id=by("Concierge", "non-binary", "gender"), actor=person, now=now)
    waiting = by("Home", "woman", "gender")
    concierge = called("Concierge")
    field = {"fact_category": "identity", "fact_key": "gender"}
    with in_home():
        Policy.objects.create(person_id=home.user_id, agent_id=concierge.id, outcome="apply", **field)
    draft = FactDraft(person_id=home.user_id, category="identity", key="gender", value="agender")
    assert isinstance(send(SetFact(draft=draft), actor=concierge, at=timezone.now()), Applied)
    (card,) = owner.get("/inbox").context["cards"]
    assert card.proposal.old_value == "agender"
    owner.post(f"/proposals/{waiting}/approve", {"shown_hash": card.proposal.shown_hash})
    with in_home():
        assert Fact.objects.active().get(key="gender").value == "woman"


def test_what_changed_since_is_shown_without_its_form_open(owner, by, in_home):
    waiting = by("Home", "woman", "gender")
    page = owner.post(f"/proposals/{waiting}/approve", {"shown_hash": "other"}, headers={"HX-Request": "true"})
    assert "has changed since" in page.content.decode() and '<details class="amend">' in page.content.decode()


def test_of_a_sentence_the_card_says_that_the_field_stays(owner, home, send, notes, person, supervisor, in_home):
    with in_home():
        field = {"fact_category": "constraint", "fact_key": "diet"}
        Policy.objects.create(person_id=home.user_id, outcome="consent", **field)
    for actor, value in ((person, "vegan"), (supervisor, "omnivore")):
        draft = FactDraft(person_id=home.user_id, category="constraint", key="diet", value=value)
        send(SetFact(draft=draft), actor=actor)
    notes("Ana is a vegetarian.", "Ana eats fish again and is now pescatarian.")
    choice = the_choice(owner)
    page = unescape(owner.get("/inbox").content.decode())
    assert "Only this text is saved; your diet stays “vegan”." in page and "becomes what you choose" not in page
    assert {one.leaves_field for one in choice.options if one.value == "omnivore"} == {False}


def test_undone_it_is_as_old_everywhere_as_the_text_that_was_put_back(owner, by, home, send, person, in_home):
    before = timezone.now() - timedelta(days=40)
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Porto")
    assert isinstance(send(SetFact(draft=draft), actor=person, at=before), Applied)
    by("Home", "Évora")
    lisbon = by("Kitchen", "Lisbon")
    choose(owner, the_choice(owner), choose="identity.city=lisbon")
    owner.post(f"/proposals/{lisbon}/undo")
    with in_home():
        memory_id = Fact.objects.active().get(key="city").memory_id
    for address in (f"/memories/{memory_id}", "/memories?category=profile", "/search?q=Porto"):
        page = unescape(owner.get(address).content.decode())
        assert "1\N{NO-BREAK SPACE}month ago" in re.sub(r"<[^>]+>", "", page), address
    page = owner.get("/my-data/export.html").content.decode()
    told = page.partition("Porto")[2].partition("</li>")[0]
    assert date_format(localtime(before)) in told


def test_the_export_tells_each_value_and_each_asker_once(owner, asked_by_turns):
    def section(name):
        page = unescape(owner.get("/my-data/export.html").content.decode())
        return " ".join(re.sub(r"<[^>]+>", " ", page.partition(f'id="{name}"')[2].partition("</section>")[0]).split())

    waiting = section("waiting")
    assert all(waiting.count(city) == 1 for city in ("Lisbon", "Faro", "Coimbra", "Braga"))
    assert waiting.count("Your Concierge assistant") == 1
    choose(owner, the_choice(owner), choose="")
    assert section("decided").count("“Lisbon”") == 1


@pytest.fixture
def undone(owner, asked_by_turns, by, in_home):
    """One of four values was chosen, both assistants asked for others since, and the choice was undone; the page."""
    choose(owner, the_choice(owner), choose="identity.city=braga")
    by("Home", "Sintra")
    by("Concierge", "Beja")
    with in_home():
        chosen = Proposal.objects.get(state="amended").id
    return unescape(owner.post(f"/proposals/{chosen}/undo", follow=True).content.decode())


def test_undoing_a_choice_is_told_in_one_sentence(owner, undone):
    count = len(the_choice(owner).options)
    told = re.findall(r'<li class="(?:success|info|warning)">(.*?)</li>', undone, re.S)
    assert told == [f"Undone: your city is “Porto” again. One request with {count} values is open again."]
    assert {one.value for one in the_choice(owner).options} >= {"Braga", "Faro", "Lisbon", "Sintra", "Beja"}


def test_so_in_the_list(owner, asked_by_turns, in_home):
    choose(owner, the_choice(owner), choose="")
    with in_home():
        refused = [str(one) for one in Proposal.objects.filter(state="rejected").values_list("id", flat=True)]
    page = unescape(owner.post("/proposals/answers/undo", {"answered": refused}, follow=True).content.decode())
    assert "Undone. One request with 4 values is open again." in page
