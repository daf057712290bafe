"""What an answer is said to have done, for each kind of question."""

import pytest

from consent.changes import KINDS, ForgetMemory, RestoreMemory, SetFact
from consent.models import Proposal
from consent.models.proposal import ProposalState
from intelligence.actions.extract_facts import extract_facts
from interfaces.pages.texts import change_kinds
from memories.drafts import FactDraft
from memories.models import Fact
from workspaces.actions.authenticate_key import authenticate_key

pytestmark = pytest.mark.django_db
STORING = {"write_memory", "set_fact", "ingest_source", "join_statement"}


def answer(client, proposal_id, verdict, **headers):
    shown = client.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash
    form = {"shown_hash": shown}
    return client.post(f"/proposals/{proposal_id}/{verdict}", form, follow=True, headers=headers).content.decode()


@pytest.fixture
def city(owner, ask, in_home):
    """The memory of a city that Ana agreed to."""
    answer(owner, ask("Lisbon"), "approve")
    with in_home():
        return Fact.objects.active().get(key="city").memory_id


def test_a_yes_to_forgetting_says_that_it_is_forgotten(owner, city, asked):
    page = answer(owner, asked(ForgetMemory(memory_id=city)), "approve")
    assert "Approved. Forgotten. Assistants can no longer find it." in page

    page = owner.get("/decisions").content.decode()
    assert "View or restore it" in page and f'href="/memories/{city}"' in page
    assert page.count("Saved as confirmed by you") == 1


def test_the_history_tells_that_the_person_agreed_to_forget_it(owner, city, asked):
    answer(owner, asked(ForgetMemory(memory_id=city)), "approve")

    latest, *_ = owner.get("/timeline").context["entries"]
    assert (latest.sentence, latest.text) == ("You agreed to forget this.", "City: Lisbon")
    assert "You agreed to forget this." in owner.get(f"/memories/{city}").content.decode()
    assert "You agreed to forget this. “City: Lisbon”</li>" in owner.get("/my-data/export.html").content.decode()


def test_a_request_to_forget_says_what(owner, city, asked):
    proposal_id = asked(ForgetMemory(memory_id=city))

    card = owner.get(f"/proposals/{proposal_id}").context["card"]
    assert str(card.headline).endswith("wants to forget your city: “Lisbon”.")
    answer(owner, proposal_id, "refuse")
    assert "wanted to forget your city: “Lisbon”." in owner.get("/decisions").content.decode()


def test_a_request_to_forget_a_field_does_not_say_that_it_stays(owner, city, asked):
    page = owner.get(f"/proposals/{asked(ForgetMemory(memory_id=city))}").content.decode()

    assert "wants to forget" in page and "Only this text is saved" not in page


def test_a_sentence_that_it_would_forget_ends_with_one_full_stop(owner, note, person, asked):
    proposal_id = asked(ForgetMemory(memory_id=note("Ana lives in Lisbon.", actor=person)))

    card = owner.get(f"/proposals/{proposal_id}").context["card"]
    assert str(card.headline).endswith("wants to forget “Ana lives in Lisbon”.")


def test_what_would_be_forgotten_stands_there_once_under_a_fitting_introduction(owner, city, asked, ask):
    proposal_id = asked(ForgetMemory(memory_id=city))
    page = owner.get("/inbox").content.decode()
    card = page.partition(f'id="proposal-{proposal_id}"')[2].partition("</article>")[0]

    assert card.count("Lisbon") == 1, card
    assert "Your assistants want to forget these things about you." in page and "want to remember" not in page

    ask("they/them", key="pronouns")
    assert "Your assistants want to change what is remembered about you." in owner.get("/inbox").content.decode()


def test_a_no_to_it_says_that_nothing_was_changed(owner, city, asked):
    page = answer(owner, asked(ForgetMemory(memory_id=city)), "refuse")

    assert "Refused. Nothing was changed." in page and "stored" not in page


def test_a_yes_to_bringing_back_says_so(owner, city, asked):
    owner.post(f"/memories/{city}/forget")

    page = answer(owner, asked(RestoreMemory(memory_id=city)), "approve", hx_request="true")

    assert "Restored." in page


def test_a_yes_that_is_taken_back_says_that_all_is_as_before(owner, city, asked):
    proposal_id = asked(ForgetMemory(memory_id=city))
    answer(owner, proposal_id, "approve")

    owner.post(f"/proposals/{proposal_id}/take-back")

    assert "This decision was undone. Everything is as it was before." in owner.get("/decisions").content.decode()


def test_each_kind_of_change_stores_something_or_has_its_own_words():
    assert set(change_kinds.KINDS) | STORING <= set(KINDS) and not set(change_kinds.KINDS) & STORING


def test_a_kind_without_words_of_its_own_is_told_as_a_change(in_home):
    with in_home():
        assert change_kinds.kind_of(Proposal(change={"type": "pin_memory"})) is change_kinds.OTHER_KIND


@pytest.mark.parametrize("state", [state for state in ProposalState if state != ProposalState.PENDING])
@pytest.mark.parametrize("change", ["link_memories", "set_fact"])
def test_every_end_of_a_question_has_its_words(in_home, state, change):
    with in_home():
        assert change_kinds.outcome(Proposal(state=state, change={"type": change})).endswith(".")


def test_a_request_to_forget_offers_to_forget_and_to_keep(owner, city, asked):
    asked(ForgetMemory(memory_id=city))
    page = owner.get("/inbox").content.decode()
    assert ">Forget</button>" in page and ">Keep it</button>" in page and ">Approve</button>" not in page


def test_what_the_person_gave_themselves_since_is_told_with_its_value(owner, ask, home, send, person):
    proposal_id = ask("she/her", key="pronouns")
    draft = FactDraft(person_id=home.user_id, category="identity", key="pronouns", value="she/they")
    send(SetFact(draft=draft), actor=person)
    page = owner.get(f"/proposals/{proposal_id}").content.decode()
    assert "You have given your pronouns yourself since." in page and "Now it is “she/they”." in page


def test_what_asks_to_forget_something_is_quoted_alone(owner, send, home, say, now, in_home):
    draft = FactDraft(person_id=home.user_id, category="preference", key="likes", value="tea", item="tea")
    send(SetFact(draft=draft))
    say("Also I have been to the market. Forget that I like tea.")
    extract_facts(workspace_id=home.workspace_id, now=now)
    (card,) = owner.get("/inbox").context["cards"]
    assert card.is_to_forget and card.source_sentence == "Forget that I like tea."


def test_fields_whose_names_are_plural_are_told_so(owner, home, asked):
    owner.post("/facts/new", {"field": "units", "value": "metric"})
    draft = FactDraft(person_id=home.user_id, category="preference", key="units", value="imperial")
    card = owner.get(f"/proposals/{asked(SetFact(draft=draft))}").context["card"]
    assert "your units are <strong>" in str(card.headline)


def test_what_stays_of_a_plural_field_is_told_so(owner, ask, notes, in_home):
    answer(owner, ask("she/they", key="pronouns"), "approve")
    notes("Ana's pronouns are they/them.")
    with in_home():
        proposal_id = Proposal.objects.pending().get().id
    assert "Your pronouns are still “she/they”." in answer(owner, proposal_id, "approve")


def test_a_request_to_forget_one_of_several_values_names_its_field(owner, ask, asked, in_home, parts):
    answer(owner, ask("English", key="languages_spoken", item="english"), "approve")
    with in_home():
        fact = Fact.objects.active().get(key="languages_spoken")
    proposal_id = asked(ForgetMemory(memory_id=fact.memory_id))
    card = owner.get(f"/proposals/{proposal_id}").context["card"]
    assert str(card.headline).endswith("wants to forget “English” from your languages spoken.")
    answer(owner, proposal_id, "refuse")
    told = "wanted to forget “English” from your languages spoken."
    pages = [owner.get(f"/{one}").content.decode() for one in ("decisions", f"proposals/{proposal_id}/receipt")]
    assert all(told in page for page in [*pages, parts()[0]])


def test_what_was_approved_is_not_told_as_noted_by_another(owner, ask, other_key, asked, in_home, now):
    other = authenticate_key(other_key, now=now)
    answer(owner, ask("she/they", key="pronouns", actor=other), "approve")
    with in_home():
        memory_id = Fact.objects.active().get(key="pronouns").memory_id
    proposal_id = asked(ForgetMemory(memory_id=memory_id))
    page = owner.get(f"/proposals/{proposal_id}").content.decode()
    assert "wants to forget your pronouns: “she/they”." in page
    assert "You approved this." in page and "Another assistant noted this." not in page


def test_a_sentence_that_would_be_forgotten_stands_there_once(owner, note, person, asked):
    proposal_id = asked(ForgetMemory(memory_id=note("Ana lives in Lisbon.", category="profile", actor=person)))
    page = owner.get("/inbox").content.decode()
    card = page.partition(f'id="proposal-{proposal_id}"')[2].partition("</article>")[0]
    assert card.count("Ana lives in Lisbon") == 1 and "Subject: Profile" not in card
