"""Requests that compete about one field are one card; one answer settles all of them."""

import html
import re
from dataclasses import replace
from datetime import timedelta
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.utils import timezone

from consent.changes import SetFact, WriteMemory
from consent.gate import submit
from consent.models import Policy, Proposal
from consent.models.decision import Verdict
from consent.outcomes import Applied, Queued, Refusal, Refused
from consent.proposals.decide import ShownAnswer, approve_proposal, reject_proposal
from consent.proposals.errors import NotPending
from consent.proposals.joint_decisions import decide_together
from consent.proposals.withdraw import withdraw_decision
from interfaces.competing_requests import key_of
from interfaces.pages.cards.competing_values import Choice
from memories.drafts import FactDraft, MemoryDraft
from memories.models import Fact
from workspaces.models import Account, Allowlist, Grant, Membership

pytestmark = pytest.mark.django_db


@pytest.fixture
def states(in_home):
    def _states():
        with in_home():
            return dict(Proposal.objects.order_by("created_at", "id").values_list("new_value", "state"))

    return _states


@pytest.fixture
def sentence(home, send):
    """A note whose sentence about the city waits for the person; the rest of it is kept."""

    def _sentence(city="Setubal", key="flat"):
        content = f"The flat has a balcony. Ana lives in {city}. Two plants stand on it."
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=key, content=content)
        assert isinstance(send(WriteMemory(draft=draft, excise=True)), Applied)

    return _sentence


@pytest.fixture
def whole_note(home, send):
    """A new memory that waits as a whole."""

    def _whole_note(content):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="letter", content=content)
        assert isinstance(send(WriteMemory(draft=draft)), Queued)

    return _whole_note


def the_choice(client) -> Choice:
    (found,) = [item for item in client.get("/inbox").context["items"] if isinstance(item, Choice)]
    return found


def choose(client, choice, **answer):
    shown = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in choice.cards]
    return client.post("/proposals/choice", {"field": choice.field, "shown": shown} | answer, follow=True)


def test_all_values_stand_on_one_card_with_what_it_is_now(owner, ask, sentence, person, now):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    ask("Lisbon")
    sentence("Setubal")
    page = owner.get("/inbox").content.decode()
    assert "Your city: which is right?" in page and "Now it is “Porto”." in page
    assert [option.key for option in the_choice(owner).options] == ["identity.city=setubal", "identity.city=lisbon"]
    assert page.count('<article class="card question') == 1


def test_the_chosen_value_is_kept_and_the_others_are_refused(owner, ask, sentence, cities, states):
    ask("Lisbon")
    sentence("Setubal")
    page = choose(owner, the_choice(owner), choose="identity.city=lisbon").content.decode()
    assert cities() == ["Lisbon"]
    assert sorted(states().values()) == ["approved", "rejected"] and states()["Lisbon"] == "approved"
    assert "The other value was not saved." in page and "Undo and ask me again" in page


def test_undo_undoes_all_of_it(owner, ask, sentence, cities, states):
    ask("Lisbon")
    sentence("Setubal")
    page = choose(owner, the_choice(owner), choose="identity.city=lisbon")
    answered = [card.proposal.id for card in page.context["last"].cards]
    owner.post("/proposals/answers/undo", {"answered": answered})
    assert cities() == [] and set(states().values()) == {"pending"}
    assert len(the_choice(owner).options) == 2


def chosen_id(choice, value):
    return next(card.proposal.id for card in choice.cards if card.proposal.new_value == value)


def test_undoing_the_chosen_one_on_its_page_opens_the_others_too(owner, ask, sentence, cities, states):
    ask("Lisbon")
    sentence("Setubal")
    choice = the_choice(owner)
    choose(owner, choice, choose="identity.city=lisbon")
    page = owner.post(f"/proposals/{chosen_id(choice, 'Lisbon')}/undo", follow=True).content.decode()
    assert cities() == [] and set(states().values()) == {"pending"}
    assert "Undone. One request with 2 values is open again." in page


def test_undone_in_the_list_the_choice_is_shown_there(owner, ask, sentence):
    ask("Lisbon")
    sentence("Setubal")
    choice = the_choice(owner)
    choose(owner, choice, choose="identity.city=lisbon")
    address = owner.post(f"/proposals/{chosen_id(choice, 'Lisbon')}/undo", {"place": ""}).url
    assert address == f"/inbox#choice-{choice.id}"
    assert f'id="choice-{choice.id}"' in owner.get(address).content.decode()


def test_undoing_one_that_was_refused_opens_it_alone(owner, ask, sentence, cities, states):
    ask("Lisbon")
    sentence("Setubal")
    choice = the_choice(owner)
    choose(owner, choice, choose="identity.city=lisbon")
    (refused,) = [card.proposal.id for card in choice.cards if card.proposal.new_value != "Lisbon"]
    owner.post(f"/proposals/{refused}/undo")
    assert cities() == ["Lisbon"] and sorted(states().values()) == ["approved", "pending"]


def test_undoing_a_choice_says_which_of_its_requests_stays_closed(owner, ask, sentence, states, in_home):
    ask("Lisbon")
    sentence("Setubal")
    choice = the_choice(owner)
    choose(owner, choice, choose="identity.city=lisbon")
    with in_home():
        Proposal.objects.exclude(new_value="Lisbon").update(expires_at=timezone.now() - timedelta(minutes=1))
    page = owner.post(f"/proposals/{chosen_id(choice, 'Lisbon')}/undo", follow=True).content.decode()
    assert sorted(states().values()) == ["pending", "withdrawn"]
    assert "Undone. One request is open again." in page
    assert "Setubal.” is not open again: its time is over." in page


def test_keeping_what_it_is_refuses_all(owner, ask, sentence, cities, states):
    ask("Lisbon")
    sentence("Setubal")
    choose(owner, the_choice(owner), choose="")
    assert cities() == [] and set(states().values()) == {"rejected"}


def test_the_value_that_it_has_is_one_option_with_what_is_saved_beside_it(
    owner, ask, whole_note, person, now, cities, states
):
    whole_note("Ana lives in Porto.")
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    ask("Lisbon")
    page = owner.get("/inbox").content.decode()
    assert "Choose “Porto”" not in page and page.count("Keep “Porto”</button>") == 1
    assert page.count("Keep “Porto” and save the sentence</button>") == 1 and "Choose “Lisbon”</button>" in page

    choose(owner, the_choice(owner), choose="identity.city=porto")

    assert cities() == ["Porto"] and states()["Ana lives in Porto."] == "approved"


def test_keeping_the_value_that_it_has_saves_no_sentence(owner, ask, whole_note, person, now, cities, states):
    whole_note("Ana lives in Porto.")
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    ask("Lisbon")

    page = choose(owner, the_choice(owner), choose="").content.decode()

    assert cities() == ["Porto"] and states()["Ana lives in Porto."] == "rejected"
    assert "Nothing was changed." in page and "ask for “Lisbon” again" in page


def test_a_sentence_that_says_what_the_field_is_is_chosen_and_not_kept(owner, ask, notes, person, now, states):
    notes("Ana lives in Porto.", "Ana lives in Faro.")
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    page = owner.get("/inbox").content.decode()

    assert "Keep “Porto”</button>" in page and "Keep “Ana lives in Porto.”" not in page
    choose(owner, the_choice(owner), choose="")
    assert {states()[f"Ana lives in {city}."] for city in ("Porto", "Faro")} == {"rejected"}


def test_the_value_that_it_has_is_no_suggestion_though_it_was_asked_for(owner, ask, supervisor, person, now, cities):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    lisbon = ask("Lisbon")
    approve_proposal(proposal_id=lisbon, actor=person, now=now)
    ask("Porto", actor=replace(supervisor, role="planner"))
    ask("Braga")
    withdraw_decision(proposal_id=lisbon, actor=person, now=now, reopen=True)

    page = owner.get("/inbox").content.decode()

    assert cities() == ["Porto"] and {one.value for one in the_choice(owner).options} == {"Braga", "Lisbon"}
    assert "Choose “Porto”" not in page and page.count("Keep “Porto”") == 1


def test_a_value_beside_the_one_that_it_has_is_an_ordinary_request(owner, ask, supervisor, person, now, cities):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    lisbon = ask("Lisbon")
    approve_proposal(proposal_id=lisbon, actor=person, now=now)
    ask("Porto", actor=replace(supervisor, role="planner"))
    braga = ask("Braga")
    withdraw_decision(proposal_id=lisbon, actor=person, now=now)

    (card,) = owner.get("/inbox").context["cards"]
    owner.post(f"/proposals/{braga}/approve", {"shown_hash": card.proposal.shown_hash})

    assert cities() == ["Braga"]


def test_pronouns_become_what_is_chosen(owner, ask):
    ask("she/her", key="pronouns")
    ask("they/them", key="pronouns")
    assert "Your pronouns become what you choose." in owner.get("/inbox").content.decode()


def test_ones_own_value_refuses_the_others(owner, ask, sentence, cities, states):
    ask("Lisbon")
    sentence("Setubal")
    choose(owner, the_choice(owner), own="1", value="Faro")
    assert cities() == ["Faro"] and sorted(states().values()) == ["amended", "rejected"]


def test_a_value_that_a_later_request_replaced_can_still_be_chosen(owner, ask, supervisor, cities):
    ask("Porto", actor=replace(supervisor, role="planner"))
    ask("Lisbon")
    choice = the_choice(owner)
    assert [option.value for option in choice.options] == ["Lisbon", "Porto"]
    choose(owner, choice, choose="identity.city=porto")
    assert cities() == ["Porto"]


@pytest.mark.parametrize("is_stated", [False, True])
def test_a_replaced_value_keeps_its_reason_and_the_words_it_came_from(owner, ask, say, whole_note, is_stated):
    (turn,) = say("Good morning. I live in Lisbon now, no more Porto for me.")
    ask("Lisbon", reason="You said that you have moved.", evidence_turn_id=turn)
    if is_stated:
        whole_note("Ana lives in Lisbon.")
    ask("Braga")

    lisbon = next(one for one in the_choice(owner).options if one.key == "identity.city=lisbon")
    assert bool(lisbon.cards) == is_stated
    page = owner.get("/inbox").content.decode()
    assert "You said that you have moved." in page and "“I live in Lisbon now, no more Porto for me.”" in page


def test_the_same_value_in_two_requests_is_one_option_and_both_are_approved(owner, ask, sentence, cities, states):
    ask("Lisbon")
    sentence("Lisbon", key="flat")
    sentence("Setubal", key="letter")
    choice = the_choice(owner)
    assert sorted(len(option.cards) for option in choice.options) == [1, 2]
    choose(owner, choice, choose="identity.city=lisbon")
    assert cities() == ["Lisbon"] and sorted(states().values()) == ["approved", "approved", "rejected"]


def test_a_memory_of_one_sentence_competes(owner, ask, whole_note, cities, states):
    ask("Lisbon")
    whole_note("Ana lives in Setubal.")
    choice = the_choice(owner)
    assert [(option.name, list(option.texts)) for option in choice.options] == [
        ("Setubal", ["Ana lives in Setubal."]),
        ("Lisbon", []),
    ]
    page = owner.get("/inbox").content.decode()
    assert "Your city becomes what you choose." in page and "Choose “Setubal”" in page
    assert "Saved with it: “Ana lives in Setubal.”" in page

    page = choose(owner, choice, choose="identity.city=setubal").content.decode()

    assert "“Setubal” is saved as confirmed by you." in page and "<b>City: “Setubal” chosen</b>" in page
    assert cities() == ["Setubal"]
    assert states() == {"Lisbon": "amended", "Ana lives in Setubal.": "approved"}


def test_undo_of_a_chosen_sentence_puts_the_field_back(owner, ask, whole_note, person, now, cities, states):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    ask("Lisbon")
    whole_note("Ana lives in Setubal.")
    page = choose(owner, the_choice(owner), choose="identity.city=setubal")
    assert cities() == ["Setubal"]

    answered = [card.proposal.id for card in page.context["last"].cards]
    owner.post("/proposals/answers/undo", {"answered": answered})

    assert cities() == ["Porto"] and states()["Lisbon"] == states()["Ana lives in Setubal."] == "pending"


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_approving_a_sentence_tells_which_field_says_otherwise(owner, ask, whole_note, person, now, in_home, headers):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    whole_note("Ana lives in Setubal.")
    with in_home():
        proposal = Proposal.objects.pending().get()
    form = {"shown_hash": proposal.shown_hash}

    page = owner.post(f"/proposals/{proposal.id}/approve", form, headers=headers, follow=True).content.decode()

    assert "Your city is still “Porto”." in page and ">Change it</a>" in page
    (address,) = re.findall(r'<a href="([^"]+)">Change it</a>', page)
    assert ">\nSetubal</textarea>" in owner.get(address).content.decode()


@pytest.mark.parametrize(
    "text", ["Ana speaks German and French, and learns Italian.", "Ana spricht Deutsch und Französisch."]
)
def test_a_sentence_with_several_values_offers_none_of_them_for_the_field(
    owner, ask, notes, person, now, in_home, text
):
    approve_proposal(proposal_id=ask("Portuguese", key="language"), actor=person, now=now)
    notes(text)
    with in_home():
        proposal, fact = Proposal.objects.pending().get(), Fact.objects.active().get(key="language")
    assert "and change my language" not in owner.get("/inbox").content.decode()
    edit = owner.get(f"/memories/{fact.memory_id}/edit?request={proposal.id}").content.decode()
    assert ">\nPortuguese</textarea>" in edit
    form = {"shown_hash": proposal.shown_hash}
    page = owner.post(f"/proposals/{proposal.id}/approve", form, follow=True).content.decode()
    assert "Your language is still" not in page


def test_a_sentence_with_one_language_offers_it_for_the_field(owner, ask, notes, person, now):
    approve_proposal(proposal_id=ask("Portuguese", key="language"), actor=person, now=now)
    notes("Ana speaks German.")
    assert "Approve, and change my language to “German”" in owner.get("/inbox").content.decode()


def test_one_button_approves_a_sentence_and_sets_the_field(
    owner, ask, whole_note, person, now, in_home, states, cities
):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    whole_note("Ana lives in Setubal.")
    with in_home():
        proposal = Proposal.objects.pending().get()
    assert "Approve, and change my city to “Setubal”" in owner.get("/inbox").content.decode()

    form = {"shown_hash": proposal.shown_hash, "edit": "1"}
    page = owner.post(f"/proposals/{proposal.id}/approve", form, follow=True)

    told = page.content.decode()
    assert states()["Ana lives in Setubal."] == "approved" and cities() == ["Setubal"]
    assert told.index("Saved as confirmed by you.") < told.index("Your city is “Setubal” now.")
    assert "Your city is still" not in told


def test_a_choice_says_until_when_what_was_refused_is_not_asked_again_and_leads_to_the_memory(
    owner, ask, sentence, in_home
):
    ask("Lisbon")
    sentence("Setubal")

    page = choose(owner, the_choice(owner), choose="identity.city=lisbon").content.decode()

    with in_home():
        city = Fact.objects.active().get(key="city").memory_id
    assert f'<a href="/memories/{city}">View memory</a>' in page
    assert "Assistants can't ask for “Ana lives in Setubal.” again before " in html.unescape(page)


def test_a_choice_counts_as_one_question(owner, ask, whole_note):
    ask("Lisbon")
    whole_note("Ana lives in Setubal.")
    for address in ("/", "/inbox", "/memories"):
        assert owner.get(address).context["pending_count"] == 1
    ask("Dutch", key="languages_spoken", item="dutch")
    assert owner.get("/inbox").context["pending_count"] == 2


@pytest.mark.parametrize(("answer", "told"), [("lisbon", "“Lisbon” chosen"), ("", "none of the values chosen")])
def test_the_line_that_undoes_a_choice_says_what_was_chosen(owner, ask, sentence, answer, told):
    ask("Lisbon")
    sentence("Setubal")
    choose(owner, the_choice(owner), choose=f"identity.city={answer}" if answer else "")
    page = owner.get("/inbox").content.decode()
    assert f"Last decision: <b>City: {told}</b>" in page and "request approved" not in page


def test_the_line_that_undoes_a_choice_says_what_was_kept(owner, ask, sentence, person, now):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    ask("Lisbon")
    sentence("Setubal")
    choose(owner, the_choice(owner), choose="")
    assert "Last decision: <b>City: “Porto” kept</b>" in owner.get("/inbox").content.decode()


def test_before_the_yes_to_a_sentence_it_says_that_the_field_stays(owner, ask, whole_note, person, now):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    whole_note("Ana lives in Setubal.")
    assert "Only this text is saved; your city stays “Porto”." in owner.get("/inbox").content.decode()


def test_where_the_field_says_the_same_nothing_is_said_of_it(owner, whole_note):
    whole_note("Ana lives in Setubal.")
    assert "Only this text is saved" not in owner.get("/inbox").content.decode()


def test_between_sentences_alone_it_says_that_the_field_stays(owner, ask, send, home, whole_note, person, now, cities):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    whole_note("Ana lives in Setubal.")
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="card", content="Ana lives in Faro.")
    assert isinstance(send(WriteMemory(draft=draft)), Queued)

    before = owner.get("/inbox").content.decode()
    assert "Your city: which sentence should be saved?" in before
    assert "Only the sentence that you choose is saved; your city stays “Porto”." in before
    page = choose(owner, the_choice(owner), choose="identity.city=faro").content.decode()

    assert cities() == ["Porto"] and "Your city is still “Porto”." in page and ">Change it</a>" in page


def test_a_sentence_under_the_name_of_its_field_competes(owner, ask, send, home, cities):
    ask("Lisbon")
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="home", content="Ana lives in Viseu.")
    assert isinstance(send(WriteMemory(draft=draft)), Queued)

    choose(owner, the_choice(owner), choose="identity.city=viseu")

    assert cities() == ["Viseu"]


def test_every_text_that_a_choice_saves_is_shown(owner, ask, send, home):
    ask("Lisbon")
    for key, text in (("one", "Ana lives in Faro."), ("two", "Ana lives in Faro now.")):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=key, content=text, metadata={"from": key})
        assert isinstance(send(WriteMemory(draft=draft)), Queued)

    (faro,) = [option for option in the_choice(owner).options if len(option.cards) == 2]
    page = owner.get("/inbox").content.decode()

    assert "Saved with it:" in page
    for card in faro.cards:
        assert card.own_value in page and f"Metadata, from: {card.proposal.change['draft']['key']}" in page


def test_what_is_saved_beside_a_sentence_stands_behind_the_quotation_in_words(owner, ask, send, home):
    ask("Lisbon")
    place = {"namespace": ("memories", str(home.user_id)), "key": "note", "category": "event"}
    assert isinstance(send(WriteMemory(draft=MemoryDraft(content="Ana lives in Faro.", **place))), Queued)
    page = owner.get("/inbox").content.decode()
    assert "Saved with it: “Ana lives in Faro.” · <bdi>Subject: Events</bdi></p>" in page


def test_the_sentence_beside_a_request_for_the_field_is_shown_too(owner, ask, whole_note):
    ask("Porto", key="city")
    ask("Lisbon")
    whole_note("Ana lives in Lisbon.")

    (lisbon,) = [option for option in the_choice(owner).options if option.key == "identity.city=lisbon"]

    assert (lisbon.name, list(lisbon.texts)) == ("Lisbon", ["Ana lives in Lisbon."])


def test_a_memory_that_says_more_does_not(owner, ask, whole_note):
    """Refusing it would lose the rest."""
    ask("Lisbon")
    whole_note("The flat has a balcony. Ana lives in Setubal.")
    assert len(owner.get("/inbox").context["cards"]) == 2


def test_fields_with_many_values_do_not_compete(owner, ask):
    ask("Dutch", key="languages_spoken", item="dutch")
    ask("Greek", key="languages_spoken", item="greek")
    page = owner.get("/inbox")
    assert len(page.context["cards"]) == 2 and "which is right?" not in page.content.decode()


def test_the_same_value_asked_twice_is_no_choice(owner, ask, sentence):
    ask("Lisbon")
    sentence("Lisbon")
    assert len(owner.get("/inbox").context["cards"]) == 2


def test_without_a_value_of_ones_own_the_card_says_what_to_write(owner, ask, sentence, cities):
    ask("Lisbon")
    sentence("Ana lives in Setubal.")

    response = choose(owner, the_choice(owner), own="1", value=" ")

    page = response.content.decode()
    assert response.status_code == 422 and cities() == []
    assert '<details class="amend" open>' in page and "Write what to remember instead, or choose" in page


@pytest.mark.parametrize("answer", [{"choose": "identity.city=rome"}, {}, {"own": "1", "value": "  "}])
def test_what_is_no_answer_changes_nothing(owner, ask, sentence, cities, states, answer):
    ask("Lisbon")
    sentence("Setubal")
    choose(owner, the_choice(owner), **answer)
    assert cities() == [] and set(states().values()) == {"pending"}


def test_what_was_answered_or_shown_otherwise_meanwhile_undoes_the_whole(owner, ask, sentence, states, in_home):
    ask("Lisbon")
    sentence("Setubal")
    choice = the_choice(owner)
    with in_home():
        Proposal.objects.filter(change__type="join_statement").update(shown_hash="other")
    page = choose(owner, choice, choose="identity.city=lisbon").content.decode()
    assert "has changed since you opened it" in page and set(states().values()) == {"pending"}


def test_a_base_that_moved_is_shown_anew_and_nothing_is_decided(
    owner, ask, sentence, person, now, states, in_home, cities
):
    ask("Lisbon")
    sentence("Setubal")
    choice = the_choice(owner)
    with in_home():
        Proposal.objects.filter(new_value="Lisbon").update(base_version=7)
    choose(owner, choice, choose="identity.city=lisbon")
    assert cities() == [] and set(states().values()) == {"pending"}
    choose(owner, the_choice(owner), choose="identity.city=lisbon")
    assert cities() == ["Lisbon"]


def test_nobody_else_chooses(owner, colleague, outsider, ask, sentence, states):
    ask("Lisbon")
    sentence("Setubal")
    choice = the_choice(owner)
    for client in (colleague, outsider):
        choose(client, choice, choose="identity.city=lisbon")
    assert set(states().values()) == {"pending"}


def test_on_another_page_of_the_list_it_does_not_stand_again(owner, ask, sentence):
    sentence("Setubal")
    for number in range(23):
        ask(f"L{number}", key="languages_spoken", item=f"l{number}")
    ask("Lisbon", at=timezone.now() + timedelta(seconds=1))
    first = owner.get("/inbox")
    assert isinstance(first.context["items"][0], Choice)
    rest = owner.get("/inbox" + first.context["page"].older)
    assert not any(isinstance(item, Choice) for item in rest.context["items"])
    assert len(first.context["items"]) + len(rest.context["items"]) == 24


def test_all_or_none_is_decided(owner, ask, sentence, person, states):
    """Also where a caller of the domain mixes what waits with what was settled."""
    lisbon = ask("Lisbon")
    sentence("Setubal")
    choice = the_choice(owner)
    other = next(card.proposal for card in choice.cards if card.proposal.id != lisbon)
    reject_proposal(proposal_id=other.id, actor=person, now=timezone.now())
    answers = [ShownAnswer(card.proposal.id, card.proposal.shown_hash, Verdict.REJECT) for card in choice.cards]
    with pytest.raises(NotPending):
        decide_together(answers=answers, actor=person, now=timezone.now())
    assert states()["Lisbon"] == "pending"


def test_the_page_of_one_of_them_shows_the_same_card(owner, ask):
    ask("Évora")
    page = owner.get(f"/proposals/{ask('Lisbon')}").content.decode()
    assert "Your city: which is right?" in page and "Évora" in page


def test_the_export_to_read_names_every_value_that_waits(owner, ask):
    ask("Évora")
    ask("Lisbon")
    waiting = owner.get("/my-data/export.html").content.decode().partition("Waiting for your decision")[2]
    assert "Lisbon / Évora" in waiting


def test_decisions_and_receipt_name_what_was_saved_and_what_was_asked_for(owner, ask, sentence):
    ask("Lisbon")
    sentence("Setubal")
    choice = the_choice(owner)
    page = choose(owner, choice, choose="identity.city=setubal").content.decode()
    assert "is saved as confirmed by you. The other value was not saved." in page

    told = "“Setubal” was saved. Asked for, but not saved: “Lisbon”."
    assert told in owner.get("/decisions").content.decode()
    assert told in owner.get(f"/proposals/{choice.fact.proposal.id}/receipt").content.decode()


@pytest.mark.parametrize("kind", ["offered", "sentence"])
def test_a_choice_is_nowhere_called_an_edit_or_another_value(owner, ask, whole_note, supervisor, in_home, kind):
    if kind == "offered":
        ask("Braga", actor=replace(supervisor, role="planner"))
    ask("Lisbon")
    if kind == "sentence":
        whole_note("Ana lives in Braga.")
    choice = the_choice(owner)
    choose(owner, choice, choose="identity.city=braga")

    with in_home():
        city = Fact.objects.get(key="city").memory_id
    told = "You chose “Braga” among 2 values."
    memory, export = (owner.get(page).content.decode() for page in (f"/memories/{city}", "/my-data/export.html"))
    timeline = owner.get("/timeline?event=consent").content.decode()
    receipt = owner.get(f"/proposals/{choice.fact.proposal.id}/receipt").content.decode()
    assert f"Your supervisor assistant wanted to remember your city. {told}" in memory and "Lisbon" not in memory
    assert told in timeline and told in export and "<dt>Chosen among 2 values</dt>" in receipt
    assert not any("with edits" in page or "nother value" in page for page in (memory, export, timeline, receipt))
    assert "Chosen among 2 values" in owner.get("/decisions?state=amended").content.decode()


def test_the_one_that_asked_for_the_chosen_value_is_named_and_not_the_one_whose_card_took_it(
    owner, ask, planner, supervisor, in_home
):
    """The planner's Braga was replaced by its Faro, so that the supervisor's request takes the value."""
    other = replace(supervisor, role=planner.role, id=planner.id)
    ask("Braga", actor=other)
    ask("Faro", actor=other)
    ask("Lisbon", actor=supervisor)
    choice = the_choice(owner)
    choose(owner, choice, choose="identity.city=braga")
    with in_home():
        city = Fact.objects.get(key="city").memory_id
        amended = Proposal.objects.get(state="amended")

    page = owner.get(f"/memories/{city}").content.decode()
    assert "Your planner assistant wanted to remember your city. You chose “Braga” among 3 values." in page
    decisions = owner.get("/decisions?state=amended").content.decode()
    assert "Your planner assistant wanted to remember" in decisions
    assert "You chose “Braga” among 3 values." in owner.get("/my-data/export.html").content.decode()

    owner.post(f"/proposals/{amended.id}/undo")
    page = owner.get(f"/memories/{city}").content.decode()
    told = "Your planner assistant asked to remember “Braga”. You chose “Braga” among 3 values. You undid the decision."
    assert told in page


def test_a_value_that_nobody_asked_for_is_called_another(owner, ask, sentence):
    ask("Lisbon")
    sentence("Setubal")
    choose(owner, the_choice(owner), own="1", value="Porto")

    assert "You saved another value than was asked for." in owner.get("/timeline").content.decode()
    assert "Another value saved" in owner.get("/decisions?state=amended").content.decode()
    assert "nother value" in owner.get("/my-data/export.html").content.decode()


@pytest.mark.parametrize("kept", ["porto", "lisbon"])
def test_the_sentence_that_was_saved_with_a_value_is_named_with_its_page(
    owner, ask, whole_note, person, now, in_home, kept
):
    whole_note(f"Ana lives in {kept.capitalize()}.")
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    ask("Faro", at=now)
    page = choose(owner, the_choice(owner), choose=f"identity.city={kept}").content.decode()
    with in_home():
        memory_id = Proposal.objects.get(new_value=f"Ana lives in {kept.capitalize()}.").memory_id
    told = f'Also saved: “Ana lives in {kept.capitalize()}”. <a href="/memories/{memory_id}">View memory</a>'
    assert page.count(told) == 1


def test_who_will_see_what_is_saved_stands_once_where_it_is_the_same(owner, ask):
    ask("Évora")
    ask("Lisbon")
    page = owner.get("/inbox").content.decode()
    assert page.count("Visible to:") == 1 and the_choice(owner).readers


def test_who_will_see_it_is_what_the_chosen_value_s_page_says(owner, ask, whole_note, in_home):
    """The field takes what a chosen sentence states, and not everybody who reads the field reads the sentence."""
    whole_note("Ana lives in Braga.")
    ask("Lisbon")
    fact = the_choice(owner).fact.proposal
    with in_home():
        Allowlist.objects.filter(role="planner").update(categories=[fact.category])
        Grant.objects.update(ceiling="restricted")
    choice = the_choice(owner)
    braga, sentence_readers = next(
        (one, one.cards[0].readers) for one in choice.options if one.key == "identity.city=braga"
    )
    assert "Your planner assistant" in choice.fact.readers and "Your planner assistant" not in sentence_readers
    choose(owner, choice, choose=braga.key)

    with in_home():
        city = Fact.objects.get(key="city").memory_id
    page = owner.get(f"/memories/{city}").content.decode()
    assert f"Can be read by: {', '.join(braga.readers)}." in page and "Your planner assistant" in braga.readers


def test_a_value_that_was_not_chosen_is_not_shown_as_a_change_that_was_made(owner, ask, person, now, supervisor):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    ask("Évora", actor=replace(supervisor, role="planner"))
    ask("Lisbon")
    choose(owner, the_choice(owner), choose="identity.city=lisbon")

    page = owner.get("/decisions").content.decode()
    chosen, unchosen = (
        page.partition(f"is <strong><bdi>{city}")[2].partition('class="below"')[0] for city in ("Lisbon", "Évora")
    )
    assert "Change that was not made:" in unchosen and "Change that was not made:" not in chosen


@pytest.fixture
def three(ask, sentence, supervisor):
    """Évora, Lisbon and Coimbra, by two assistants, and a sentence; in the order in which they were asked for."""
    ask("Évora")
    ask("Lisbon", actor=replace(supervisor, id=uuid4()))
    sentence("Setubal")
    ask("Coimbra", actor=replace(supervisor, id=uuid4()))


@pytest.mark.parametrize(
    ("answer", "refused"),
    [
        ({"own": "1", "value": "Faro"}, ["Évora", "Lisbon", "Coimbra", "Ana lives in Setubal."]),
        ({"choose": "identity.city=coimbra"}, ["Évora", "Lisbon", "Ana lives in Setubal."]),
    ],
)
def test_all_that_was_not_chosen_is_named_in_one_order_everywhere(owner, three, answer, refused):
    choice = the_choice(owner)
    page = html.unescape(choose(owner, choice, **answer).content.decode())

    *first, last = [f"“{value.removesuffix('.')}”" for value in refused]
    assert f"Assistants can't ask for {', '.join(first)} or {last} again" in page.replace(".”", "”")
    named = ", ".join([*first, last])
    told = html.unescape(owner.get("/decisions").content.decode()).replace(".”", "”")
    assert f"Asked for, but not saved: {named}." in told


def test_the_story_says_nothing_of_what_was_not_chosen(owner, ask, supervisor, person, now, in_home):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    ask("Évora")
    ask("Lisbon", actor=replace(supervisor, id=uuid4()))
    choose(owner, the_choice(owner), choose="identity.city=lisbon")
    with in_home():
        city = Fact.objects.active().get(key="city").memory_id
    page = html.unescape(owner.get(f"/memories/{city}").content.decode())
    told = page.split("Who saved it")[1].split("Also asked for")[0]
    assert "Évora" not in told and "You chose “Lisbon” instead." not in told and "You refused it." not in told


def test_the_values_stand_in_one_order_whichever_page_shows_them(owner, ask, supervisor):
    first = ask("Évora")
    second = ask("Lisbon", actor=replace(supervisor, id=uuid4()))
    pages = [f"/proposals/{first}", f"/proposals/{second}"]
    orders = [[one.value for one in owner.get(page).context["item"].options] for page in pages]
    assert orders[0] == orders[1] == [one.value for one in the_choice(owner).options]


def test_a_city_is_one_value_in_each_language():
    assert key_of("identity.city", "Lisboa") == key_of("identity.city", "Lisbon") != key_of("identity.city", "Porto")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("vegan", "Veganerin"), ("vegana", "végane"), ("vegetarian", "vegetariana"), ("vegetarisch", "végétarienne"),
        ("low carb", "baja en carbohidratos"), ("vegan, halal", "halal, vegana"), ("eats vegan", "vegan"),
    ],
)  # fmt: skip
def test_a_diet_is_one_value_in_each_language(one, other):
    asked = [key_of("constraint.diet", value) for value in (one, other, "pescetarian", "vegan, except honey")]
    assert asked[0] == asked[1] and len({*asked}) == 3


def test_one_diet_in_two_words_is_one_option(owner, home, send, supervisor, in_home):
    with in_home():
        Policy.objects.create(fact_key="diet", outcome="consent", priority=10)
    for value in ("vegan", "vegana", "vegetarian"):
        draft = FactDraft(person_id=home.user_id, category="constraint", key="diet", value=value)
        assert isinstance(send(SetFact(draft=draft), actor=replace(supervisor, id=uuid4())), Queued)
    choice = the_choice(owner)
    assert {one.value for one in choice.options} == {"vegan", "vegetarian"} and len(choice.options) == 2
    page = choose(owner, choice, choose="constraint.diet=vegan")
    told = html.unescape(owner.get("/timeline").content.decode())
    assert page.status_code == 200 and "refused “vegan" not in told


def test_the_present_value_is_kept_as_it_is_spelled(owner, home, send, supervisor, person, now, in_home):
    with in_home():
        Policy.objects.create(fact_key="diet", outcome="consent", priority=10)
    given = FactDraft(person_id=home.user_id, category="constraint", key="diet", value="vegana")
    assert isinstance(submit(SetFact(draft=given), actor=person, now=now), Applied)
    for value in ("vegan", "pescetarian"):
        draft = given.model_copy(update={"value": value})
        assert isinstance(send(SetFact(draft=draft), actor=replace(supervisor, id=uuid4())), Queued)
    page = owner.get("/inbox").content.decode()
    assert "Keep “vegana”" in page and "“vegan”" not in page

    said = choose(owner, the_choice(owner), choose="constraint.diet=vegan").content.decode()

    with in_home():
        assert Fact.objects.active().get(key="diet").value == "vegana"
    assert "“vegana” is saved as confirmed by you" in said


def test_it_is_so_where_only_a_sentence_spells_it_otherwise(owner, home, send, ask, sentence, person, now, in_home):
    given = FactDraft(person_id=home.user_id, category="identity", key="city", value="Lisboa")
    assert isinstance(submit(SetFact(draft=given), actor=person, now=now), Applied)
    ask("Porto")
    sentence("Lisbon")
    assert "Keep “Lisboa” and save the sentence" in owner.get("/inbox").content.decode()

    choose(owner, the_choice(owner), choose="identity.city=lisbon")

    with in_home():
        assert Fact.objects.active().get(key="city").value == "Lisboa"


@pytest.mark.parametrize("answer", [{"choose": "identity.city=lisbon"}, {"choose": "identity.city=rome"}])
def test_a_choice_leads_back_to_the_list_as_it_was_filtered(owner, ask, sentence, answer):
    ask("Lisbon")
    sentence("Setubal")
    choice = the_choice(owner)
    place = urlencode({"who": choice.cards[0].proposal.actor_label})
    assert f'name="place" value="{place}"' in owner.get(f"/inbox?{place}").content.decode()

    page = choose(owner, choice, place=place, **answer)

    assert page.redirect_chain == [(f"/inbox?{place}", 302)]


def test_a_choice_says_when_it_was_asked_and_what_silence_does(owner, ask):
    ask("Lisbon")
    ask("Porto", at=timezone.now())
    assert isinstance(the_choice(owner), Choice)
    assert "If you don't answer, nothing changes." in owner.get("/inbox").content.decode()


def test_two_languages_that_sentences_tell_do_not_exclude_each_other(owner, home, send):
    for key, text in (("a", "Ana's language is German."), ("b", "Ana speaks Portuguese and a little Dutch.")):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=key, content=text)
        assert isinstance(send(WriteMemory(draft=draft)), Queued)
    assert not any(isinstance(item, Choice) for item in owner.get("/inbox").context["items"])


def test_after_a_value_of_ones_own_the_way_back_says_what_it_undoes(owner, ask):
    ask("Lisbon")
    ask("Porto", at=timezone.now())
    page = choose(owner, the_choice(owner), own="1", value="Faro").content.decode()
    undo = page.partition('class="undo"')[2].partition("</form>")[0]
    assert "chosen" in undo and 'class="unseen"' not in undo


@pytest.mark.parametrize(("chosen", "other"), [("female", "woman"), ("woman", "female")])
def test_a_value_that_was_not_chosen_is_closed_alike_whichever_is_older(owner, ask, home, send, chosen, other):
    ask("female", key="gender")
    ask("woman", key="gender")
    choice = the_choice(owner)
    page = html.unescape(choose(owner, choice, choose=f"identity.gender={chosen}").content.decode())

    again = SetFact(draft=FactDraft(person_id=home.user_id, category="identity", key="gender", value=other))
    answer = send(again, at=timezone.now())
    assert f"Assistants can't ask for “{other}” again before " in page
    assert isinstance(answer, Refused) and answer.reason is Refusal.REFUSED_BEFORE
    assert owner.get("/inbox").context["items"] == []


def test_what_was_not_chosen_is_told_so_wherever_its_request_is_shown(owner, ask, supervisor):
    evora = ask("Évora")
    ask("Coimbra", actor=replace(supervisor, id=uuid4()))
    choose(owner, the_choice(owner), choose="identity.city=coimbra")

    own, receipt = (html.unescape(owner.get(f"/proposals/{evora}{page}").content.decode()) for page in ("", "/receipt"))
    (decided,) = owner.get("/decisions").context["decisions"]
    (hit,) = [
        hit
        for group in owner.get("/search", {"q": "Évora"}).context["groups"]
        for hit in group.hits
        if str(evora) in hit.path
    ]
    assert "Not chosen" in own and "“Coimbra” was chosen instead. Assistants can't ask for it again before " in own
    assert "Refused" not in own and "Nothing was saved." not in own and "“Coimbra” was chosen instead." in receipt
    assert [(card.verdict, card.outcome) for card in decided.others] == [
        ("Not chosen", "“Coimbra” was chosen instead.")
    ]
    assert hit.note == "Not chosen"


def test_what_a_reviewer_chose_is_not_told_as_the_persons_choice(owner, ask, supervisor, home, in_home):
    """A reviewer may answer for a person where a policy says so."""
    evora = ask("Évora")
    ask("Coimbra", actor=replace(supervisor, id=uuid4()))
    with in_home():
        rule = {"fact_category": "identity", "fact_key": "city", "outcome": "consent", "priority": 0}
        Policy.objects.create(delegates_to_reviewers=True, **rule)
    account = Account.objects.create_user("reviewer")
    reviewer = Membership.objects.create(account=account, workspace_id=home.workspace_id, role="reviewer").as_staff()
    verdicts = {"Évora": Verdict.REJECT, "Coimbra": Verdict.APPROVE}
    shown = [card.proposal for card in the_choice(owner).cards]
    answers = [ShownAnswer(one.id, one.shown_hash, verdicts[one.new_value]) for one in shown]
    decide_together(answers=answers, actor=reviewer, now=timezone.now())

    own = html.unescape(owner.get(f"/proposals/{evora}").content.decode())
    assert "“Coimbra” was chosen instead." in own and "You chose" not in own


def test_what_was_refused_alone_is_still_refused(owner, ask, supervisor):
    ask("Évora")
    ask("Coimbra", actor=replace(supervisor, id=uuid4()))
    choose(owner, the_choice(owner), choose="")

    cards = [one.card for one in owner.get("/decisions").context["decisions"]]
    assert {card.verdict for card in cards} == {"Refused"} and "chosen instead" not in cards[0].outcome


@pytest.mark.parametrize(
    ("key", "other", "same"),
    [("city", "Faro", ("Evora", "Évora")), ("birthday", "1990-03-03", ("1990-05-31", "May 31st, 1990"))],
)
def test_two_spellings_are_one_value_that_can_be_chosen(owner, ask, supervisor, states, in_home, key, other, same):
    with in_home():
        Policy.objects.create(fact_category="identity", fact_key=key, outcome="consent")
    for value in (other, *same):
        ask(value, key=key, actor=replace(supervisor, id=uuid4()))
    choice = the_choice(owner)
    chosen = next(option.key for option in choice.options if option.name in same)

    choose(owner, choice, choose=chosen)

    with in_home():
        assert Fact.objects.active().get(key=key).value in same
    assert len(choice.options) == 2 and sorted(states().values()) == ["approved", "approved", "rejected"]
