"""What a page offers after an answer was taken back, or the person changed what it was about, can be answered."""

from dataclasses import replace
from datetime import timedelta
from html import unescape
from uuid import uuid4

import pytest
from django.utils import timezone

from consent.models import Policy, Proposal
from interfaces.pages.cards.competing_values import Choice
from memories.models import Fact
from workspaces.models import Agent

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked_for(ask):
    """Cities that an agent asks for one after another; answers with the last question's id."""
    return lambda *values: [ask(value, at=timezone.now()) for value in values][-1]


@pytest.fixture
def undone(owner, asked_for, in_home):
    """Lisbon was approved over Porto; others were asked for since, and then the answer was taken back."""
    lisbon = None
    for value in ("Porto", "Lisbon"):
        lisbon = asked_for(value)
        with in_home():
            shown = Proposal.objects.get(id=lisbon).shown_hash
        owner.post(f"/proposals/{lisbon}/approve", {"shown_hash": shown})
    newest = asked_for("Évora", "Faro", "Coimbra")
    return newest, owner.post(f"/proposals/{lisbon}/undo", follow=True)


def the_choice(client) -> Choice:
    (found,) = [item for item in client.get("/inbox").context["items"] if isinstance(item, Choice)]
    return found


def choose(client, choice, **answer):
    shown = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in choice.cards]
    return client.post("/proposals/choice", {"field": choice.field, "shown": shown} | answer, follow=True)


def test_undoing_leads_to_the_newer_request_which_offers_the_value_again(owner, undone, cities):
    newest, response = undone
    page = response.content.decode()
    assert response.redirect_chain == [(f"/proposals/{newest}", 302)] and cities() == ["Porto"]
    assert "Undone. A newer request about the same waits for your answer." in page
    assert {one.value for one in the_choice(owner).options} == {"Coimbra", "Faro", "Évora", "Lisbon"}
    assert "Undone" in owner.get("/decisions").content.decode()


@pytest.mark.parametrize("value", ["lisbon", "faro", "coimbra"])
def test_every_value_on_the_fresh_card_can_be_chosen(owner, undone, cities, value):
    choice = the_choice(owner)
    assert choice.present == "Porto"
    choose(owner, choice, choose=f"identity.city={value}")
    assert cities() == [value.capitalize()]


def test_a_value_of_ones_own_can_be_typed_there(owner, undone, cities):
    choose(owner, the_choice(owner), own="1", value="Setúbal")
    assert cities() == ["Setúbal"]


def test_undone_where_it_stands_the_card_links_the_newer_request(owner, asked_for, in_home):
    lisbon = asked_for("Lisbon")
    with in_home():
        shown = Proposal.objects.get(id=lisbon).shown_hash
    owner.post(f"/proposals/{lisbon}/approve", {"shown_hash": shown})
    newest = asked_for("Faro")
    page = owner.post(f"/proposals/{lisbon}/undo", headers={"HX-Request": "true"}).content.decode()
    assert f'<a href="/proposals/{newest}">View the newer request</a>' in page


def test_past_its_time_it_says_so(owner, asked_for, in_home):
    lisbon = asked_for("Lisbon")
    with in_home():
        shown = Proposal.objects.get(id=lisbon).shown_hash
    owner.post(f"/proposals/{lisbon}/approve", {"shown_hash": shown})
    with in_home():
        Proposal.objects.update(expires_at=timezone.now())
    page = owner.post(f"/proposals/{lisbon}/undo", follow=True).content.decode()
    assert "Undone. The request is not open again: its time is over." in page


def city_of(in_home):
    with in_home():
        return Fact.objects.active().get(key="city").memory_id


def test_after_forgetting_and_restoring_the_first_answer_counts(owner, undone, in_home, cities, asked_for):
    city = city_of(in_home)
    owner.post(f"/memories/{city}/forget")
    assert the_choice(owner).present == ""
    asked_for("Braga")
    assert cities() == [] and "Nothing is remembered yet." in owner.get("/inbox").content.decode()
    owner.post(f"/memories/{city}/restore")
    page = owner.get("/inbox").content.decode()
    assert "Now it is “Porto”." in page and "Nothing is remembered yet." not in page
    choose(owner, the_choice(owner), choose="identity.city=braga")
    assert cities() == ["Braga"]


def test_what_was_typed_for_a_card_that_changed_stands_in_it_as_it_is_now(owner, undone, in_home, ask, cities):
    choice = the_choice(owner)
    ask("Aveiro", at=timezone.now())
    response = choose(owner, choice, own="1", value="Setúbal")
    assert response.status_code == 409 and "Setúbal</textarea>" in response.content.decode()
    assert cities() == ["Porto"]


def test_where_nothing_waits_any_more_it_is_told(owner, undone, in_home):
    choice = the_choice(owner)
    choose(owner, choice, choose="")
    page = choose(owner, choice, own="1", value="Setúbal").content.decode()
    assert "Not saved: “Setúbal”." in page


def test_the_person_s_own_newer_word_takes_the_question_away(owner, undone, in_home):
    city = city_of(in_home)
    form = owner.get(f"/memories/{city}/edit").context["form"]
    owner.post(f"/memories/{city}/edit", {"content": "Viseu", "change_id": form["change_id"].value()})
    assert owner.get("/inbox").context["items"] == []
    with in_home():
        assert set(Proposal.objects.filter(state="stale").values_list("new_value", flat=True)) == {"Coimbra"}


def test_a_rule_that_forbids_it_still_is_named_where_it_may_be_asked_again(owner, ask, in_home):
    """The rule is older than the refusal, so that it does not end with it."""
    refused = ask("Lisbon")
    with in_home():
        shown = Proposal.objects.get(id=refused)
    owner.post(f"/proposals/{refused}/refuse", {"shown_hash": shown.shown_hash})
    with in_home():
        Policy.objects.create(
            person_id=shown.person_id,
            agent_id=shown.agent_id,
            fact_category="identity",
            fact_key="city",
            outcome="never",
        )
        Policy.objects.update(created_at=timezone.now() - timedelta(days=1))
    page = owner.post(f"/proposals/{refused}/allow-again", follow=True).content.decode()
    assert "Your assistants could ask for this again, but your rule “" in page and "still forbids it." in page
    assert "Your assistants can ask for this again." not in page


def test_what_was_undone_of_one_value_is_not_told_of_another(owner, asked_for, in_home):
    """The assistant asked for Lisbon, which was chosen and undone; Setúbal is the person's own."""
    lisbon = asked_for("Évora", "Lisbon")
    choose(owner, the_choice(owner), choose="identity.city=lisbon")
    owner.post(f"/proposals/{lisbon}/undo")
    choose(owner, the_choice(owner), own="1", value="Setúbal")
    with in_home():
        memory_id = Fact.objects.active().get(key="city").memory_id
    told = [f"{one.request} {one.sentence}" for one in owner.get(f"/memories/{memory_id}").context["story"].consents]
    assert told == [
        "Your supervisor assistant asked to remember “Lisbon”. You approved it. You undid the decision. "
        "You saved “Setúbal” in your own words."
    ]


def test_the_export_tells_what_was_refused_of_a_choice_and_what_still_waits(owner, asked_for, ask, supervisor):
    """As the inbox has it: one question for each field, and none that the person is not asked."""
    ask("Évora", actor=replace(supervisor, id=uuid4()))
    asked_for("Lisbon")
    waiting = owner.get("/my-data/export.html").content.decode().partition('id="waiting"')[2].partition("</section>")[0]
    assert waiting.count("<li") == 1 and "Lisbon / Évora" in waiting
    choose(owner, the_choice(owner), choose="identity.city=lisbon")
    ask("Évora", actor=replace(supervisor, id=uuid4()))  # looks as if it waited
    page = owner.get("/my-data/export.html").content.decode()
    history = page.partition('id="history"')[2]
    assert 'id="waiting"' not in page and not owner.get("/inbox").context["items"]
    assert "You refused a request. “City: Évora”" in history and "You refused a request. “City: Lisbon”" not in history


def test_each_answer_keeps_the_value_that_it_had(owner, ask, supervisor, in_home):
    with in_home():
        second = Agent.objects.create(role="supervisor", name="Second")
    porto = ask("Porto")
    with in_home():
        shown = Proposal.objects.get(id=porto).shown_hash
    owner.post(f"/proposals/{porto}/approve", {"shown_hash": shown})
    ask("Lisbon")
    newest = ask("Coimbra", at=timezone.now())
    ask("Évora", actor=replace(supervisor, id=second.id, name=second.name))
    choose(owner, the_choice(owner), choose="identity.city=lisbon")
    owner.post(f"/proposals/{newest}/undo")
    choose(owner, the_choice(owner), own="1", value="Braga")
    page = unescape(owner.get(f"/memories/{city_of(in_home)}").content.decode())
    told = page.split("Who saved it")[1].split("Also asked for")[0]
    assert "instead" not in told
    for place in ("/timeline", "/my-data/export.html"):
        page = unescape(owner.get(place).content.decode())
        assert "You chose “Lisbon” among 3 values." in page and "You saved another value than was asked for." in page
