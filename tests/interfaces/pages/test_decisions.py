from dataclasses import replace
from datetime import timedelta

import pytest

from consent.changes import SetFact, WriteMemory
from consent.models import Policy, Proposal
from consent.outcomes import Queued
from consent.proposals.allow import allow_again
from consent.proposals.decide import amend_proposal, approve_proposal, reject_proposal
from consent.proposals.rebase import ALREADY_SO, close
from interfaces.pages.cards.competing_values import Choice
from memories.drafts import FactDraft, MemoryDraft
from memories.models import Memory
from workspaces import scope
from workspaces.models import Agent

pytestmark = pytest.mark.django_db


def test_before_the_first_decision_the_page_says_what_it_is_for(owner):
    assert "No decisions yet" in owner.get("/decisions").content.decode()


def test_decisions_are_listed_with_their_outcome_newest_first(owner, ask, person, now):
    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
    reject_proposal(proposal_id=ask("they/them", key="pronouns"), actor=person, now=now)

    page = owner.get("/decisions").content.decode()

    assert "Approved" in page and "Refused" in page
    assert page.index("they/them") < page.index("Lisbon")


def test_a_question_that_joined_an_open_one_is_no_decision_but_can_be_asked_for(owner, ask):
    ask("Lisbon")
    ask("Faro")

    assert not owner.get("/decisions").context["decisions"]
    page = owner.get("/decisions?state=superseded").content.decode()
    assert "Joined into the open question about your city." in page and ">Still open · <" in page


def test_one_whose_agent_asked_again_for_what_was_refused_joined_no_open_question(
    owner, ask, person, supervisor, home, now
):
    """The person is not asked what they refused to another assistant, and what they were not shown stays unanswered."""
    with scope.enter(home.workspace_id):
        second = Agent.objects.create(name="second", role="supervisor")
    refused = ask("Lisbon", actor=replace(supervisor, id=second.id, name="second"))
    reject_proposal(proposal_id=refused, actor=person, now=now)
    ask("Faro")
    ask("Lisbon")

    assert not owner.get("/inbox").context["items"]
    page = owner.get("/decisions").content.decode()
    assert "Faro" in page and "A newer request replaced it. Nothing was saved." in page
    assert "Joined into" not in page and "Still open" not in page

    allow_again(proposal_id=refused, actor=person, now=now)
    inbox = owner.get("/inbox")
    (card,) = inbox.context["items"]
    assert card.proposal.new_value == "Lisbon" and "Faro" not in inbox.content.decode()
    reject_proposal(proposal_id=card.proposal.id, actor=person, now=now)
    ask("Faro")
    assert [item.proposal.new_value for item in owner.get("/inbox").context["items"]] == ["Faro"]


def test_a_request_about_a_text_leads_to_the_newer_one_that_replaced_it(owner, send, home):
    drafts = [
        MemoryDraft(namespace=("memories", str(home.user_id)), key="letter", content=f"Ana lives in {city}.")
        for city in ("Viseu", "Braga")
    ]
    first, second = (send(WriteMemory(draft=draft)).proposal_id for draft in drafts)

    page = owner.get(f"/proposals/{first}").content.decode()
    assert "View the newer request" in page and f'href="/proposals/{second}"' in page


@pytest.mark.parametrize(
    ("choice", "verdict", "told"),
    [
        ("Lisbon", "Chosen later", "this value was chosen."),
        ("Faro", "Not chosen", "“Faro” was chosen, so this value was not saved."),
        ("", "Not chosen", "none of its values was chosen."),
    ],
)
def test_a_question_that_a_later_one_replaced_says_what_came_of_its_value(owner, ask, choice, verdict, told):
    ask("Lisbon")
    ask("Faro")
    (card,) = owner.get("/inbox").context["items"]
    key = next((option.key for option in card.options if option.value == choice), "")
    shown = [f"{one.proposal.id}:{one.proposal.shown_hash}" for one in card.cards]
    owner.post("/proposals/choice", {"field": card.field, "shown": shown, "choose": key})

    page = owner.get("/decisions").content.decode()
    assert f"a later question about your city: {told}" in page
    assert f">{verdict} · <" in page and "Replaced by a newer request ·" not in page


def test_one_choice_is_one_decision_with_all_that_it_settled(owner, ask, send, home):
    ask("they/them", key="pronouns")
    for city in ("Lisbon", "Faro", "Braga"):
        ask(city)
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="letter", content="Ana lives in Viseu.")
    assert isinstance(send(WriteMemory(draft=draft)), Queued)
    choice = next(one for one in owner.get("/inbox").context["items"] if isinstance(one, Choice))
    shown = [f"{one.proposal.id}:{one.proposal.shown_hash}" for one in choice.cards]
    owner.post("/proposals/choice", {"field": choice.field, "shown": shown, "choose": "identity.city=lisbon"})

    page = owner.get("/decisions")
    (one,) = page.context["decisions"]
    assert one.card.verdict == "Chosen among 4 values"
    assert sorted(card.proposal.new_value for card in one.others) == ["Ana lives in Viseu.", "Faro", "Lisbon"]
    assert "3 other requests about the same" in page.content.decode()
    listed = {
        state: owner.get(f"/decisions?state={state}").context["decisions"] for state in ("superseded", "unchosen")
    }
    assert [one.card.verdict for one in listed["superseded"]] == ["Chosen later"]
    assert [one.card.verdict for one in listed["unchosen"]] == ["Not chosen"] * 2


def test_an_approval_is_undone_into_an_open_request_where_there_is_time(owner, ask, person, now, in_home):
    proposal_id = ask("Lisbon")
    approve_proposal(proposal_id=proposal_id, actor=person, now=now)
    page = owner.get("/decisions").content.decode()
    assert "Undo and ask me again" in page and f'action="/proposals/{proposal_id}/undo"' in page

    with in_home():
        Proposal.objects.filter(id=proposal_id).update(expires_at=now)
    page = owner.get("/decisions").content.decode()

    assert "Undo; nobody asks again" in page and f'action="/proposals/{proposal_id}/take-back"' in page


def test_nobody_else_sees_them(person, ask, now, colleague, outsider):
    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)

    for client in (colleague, outsider):
        assert "Lisbon" not in client.get("/decisions").content.decode()


@pytest.mark.parametrize("count", [1, 5])
def test_the_list_takes_as_many_queries_for_five_as_for_one(owner, ask, person, now, table_reads, count):
    for number in range(count):
        proposal_id = ask(f"L{number}", key="languages_spoken", item=f"l{number}")
        reject_proposal(proposal_id=proposal_id, actor=person, now=now)

    assert table_reads(lambda: owner.get("/decisions")) == 10


def test_a_receipt_is_offered_only_where_there_is_one(owner, ask, person, now):
    replaced, approved, refused = ask("Faro"), ask("Lisbon"), ask("they/them", key="pronouns")
    approve_proposal(proposal_id=approved, actor=person, now=now)
    reject_proposal(proposal_id=refused, actor=person, now=now)

    page = owner.get("/decisions").content.decode()

    for proposal_id, is_offered in ((approved, True), (refused, True), (replaced, False)):
        path = f"/proposals/{proposal_id}/receipt"
        assert (f'href="{path}"' in page, owner.get(path).status_code) == (is_offered, 200 if is_offered else 404)


def test_a_receipt_can_be_read_and_downloaded(owner, ask, person, now, colleague):
    proposal_id = ask("Lisbon")
    approve_proposal(proposal_id=proposal_id, actor=person, now=now)
    page = owner.get(f"/proposals/{proposal_id}/receipt").content.decode()

    assert "your city is" in page and "Approved" in page and "On this website, signed in" in page
    assert f'href="/proposals/{proposal_id}/receipt.json" download' in page
    assert "no account here" in page and 'href="/api/docs/#/consent/get_receipt"' in page
    assert colleague.get(f"/proposals/{proposal_id}/receipt").status_code == 404


def test_a_receipt_of_a_refusal_says_once_that_nothing_was_saved(owner, ask, person, now):
    proposal_id = ask("Lisbon")
    reject_proposal(proposal_id=proposal_id, actor=person, now=now)
    page = owner.get(f"/proposals/{proposal_id}/receipt").content.decode()
    assert "“Lisbon” was not saved" in page and "Nothing was saved." not in page


def test_the_receipt_of_an_undone_answer_keeps_ones_own_words(owner, ask, person, now):
    proposal_id = ask("Lisbon")
    amend_proposal(proposal_id=proposal_id, actor=person, now=now, value="Faro")
    owner.post(f"/proposals/{proposal_id}/undo")
    page = owner.get(f"/proposals/{proposal_id}/receipt").content.decode()

    assert "Another value saved" in page and "“Faro”" in page


def test_the_receipt_of_an_undone_answer_says_that_it_waits_again(owner, ask, person, now):
    proposal_id = ask("Lisbon")
    reject_proposal(proposal_id=proposal_id, actor=person, now=now)
    owner.post(f"/proposals/{proposal_id}/undo")

    page = owner.get(f"/proposals/{proposal_id}/receipt").content.decode()

    assert "It waits for your answer again." in page and "not answered in time" not in page


def steps(client, proposal_id):
    return [step.text for step in client.get(f"/proposals/{proposal_id}/receipt").context["steps"]]


def test_each_step_of_a_receipt_names_the_value_and_what_stood_before(owner, ask, person, now):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now - timedelta(seconds=1))
    proposal_id = ask("Lisbon")
    amend_proposal(proposal_id=proposal_id, actor=person, now=now, value="Faro")
    owner.post(f"/proposals/{proposal_id}/undo")
    shown_hash = owner.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash
    owner.post(f"/proposals/{proposal_id}/refuse", {"shown_hash": shown_hash})
    owner.post(f"/proposals/{proposal_id}/undo")

    assert steps(owner, proposal_id) == [
        "“Faro” in the place of “Porto”",
        "“Faro” was taken back; “Porto” stood before it",
        "“Lisbon” was not saved, “Porto” stayed",
        "“Lisbon” is no longer refused",
    ]


def test_a_first_value_was_in_the_place_of_none(owner, ask, person, now):
    proposal_id = ask("Lisbon")
    approve_proposal(proposal_id=proposal_id, actor=person, now=now)
    owner.post(f"/proposals/{proposal_id}/take-back")
    assert steps(owner, proposal_id) == ["“Lisbon”", "“Lisbon” was taken back"]


@pytest.mark.parametrize("verdict", ["approve", "refuse"])
def test_undo_ends_the_rule_that_was_made_with_the_answer(owner, ask, verdict):
    proposal_id = ask("Lisbon")
    shown = owner.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash
    form = {"shown_hash": shown, "next_time": "1"}
    page = owner.post(f"/proposals/{proposal_id}/{verdict}", form, follow=True).content.decode()
    assert "without asking you." in page and "Your rules" in owner.get("/decisions").content.decode()

    owner.post(f"/proposals/{proposal_id}/undo")

    assert "Your rules" not in owner.get("/decisions").content.decode()
    can = "always" if verdict == "approve" else "never"
    assert f"Your supervisor assistant can {can} remember: City" in owner.get("/timeline").content.decode()


def test_the_card_says_that_the_answer_became_a_rule(owner, ask):
    proposal_id = ask("Lisbon")
    shown = owner.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash
    form, headers = {"shown_hash": shown, "next_time": "1"}, {"HX-Request": "true"}

    card = owner.post(f"/proposals/{proposal_id}/refuse", form, headers=headers).content.decode()

    assert "From now on this is refused without asking you." in card


def test_a_rule_of_before_stays_when_another_answer_is_undone(owner, ask, person, now):
    pronouns, city = ask("they/them", key="pronouns"), ask("Lisbon")
    reject_proposal(proposal_id=pronouns, actor=person, now=now, never=True)
    reject_proposal(proposal_id=city, actor=person, now=now)

    owner.post(f"/proposals/{city}/undo")

    assert "can never remember: Pronouns" in owner.get("/my-data/access").content.decode()


def test_one_that_no_longer_applies_has_none(owner, ask, person, now, in_home):
    proposal_id = ask("Lisbon")
    with in_home():
        proposal = Proposal.objects.get(id=proposal_id)
        close(proposal, ALREADY_SO, now=now)

    assert "/receipt" not in owner.get("/decisions").content.decode()


@pytest.fixture
def moved_on(owner, ask, home, send, supervisor):
    """A yes with "always", and another value that the rule saved since."""
    proposal_id = ask("Lisbon")
    shown = owner.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash
    owner.post(f"/proposals/{proposal_id}/approve", {"shown_hash": shown, "next_time": "1"})
    send(
        SetFact(draft=FactDraft(person_id=home.user_id, category="identity", key="city", value="Faro")),
        actor=supervisor,
    )
    return proposal_id


def test_before_undoing_it_says_what_stays_and_what_ends(owner, moved_on):
    page = owner.get(f"/proposals/{moved_on}").content.decode()
    assert "“City: Faro” was saved since. If you undo this decision, that stays" in page
    assert "Undoing also removes your rule “Your supervisor assistant can always remember: City”." in page
    assert "Undo and ask me again" not in page and f'action="/proposals/{moved_on}/undo"' in page


def test_so_it_says_afterwards(owner, moved_on):
    page = owner.post(f"/proposals/{moved_on}/undo", follow=True).content.decode()
    assert "“City: Faro” was saved since, and stays. The request is not open again." in page
    assert "Your rule “Your supervisor assistant can always remember: City” was removed." in page
    assert (
        "Faro" in owner.get("/memories").content.decode()
        and "Your rules" not in owner.get("/decisions").content.decode()
    )


def test_the_inbox_says_the_same_and_leads_to_what_stays(owner, moved_on, in_home):
    page = owner.get("/inbox").content.decode()
    assert "“City: Faro” was saved since. If you undo this decision, that stays" in page
    assert "Undo and ask me again" not in page and ">Undo</button>" in page

    page = owner.post(f"/proposals/{moved_on}/undo", {"place": ""}, follow=True).content.decode()
    with in_home():
        city = Memory.objects.get(key__endswith="city").id
    assert f'stays. The request is not open again. <a href="/memories/{city}">View memory</a>' in page.replace(
        " Your rule “Your supervisor assistant can always remember: City” was removed.", ""
    )


def test_of_several_undone_together_each_that_stays_is_named(owner, moved_on):
    page = owner.post("/proposals/answers/undo", {"answered": [moved_on]}, follow=True).content.decode()
    assert "“City: Faro” was saved since, and stays." in page and "Undone:" not in page


def test_letting_assistants_ask_again_ends_the_rule_that_forbids_it(owner, ask, person, now, in_home):
    refused = ask("Lisbon")
    reject_proposal(proposal_id=refused, actor=person, now=now, never=True)

    page = owner.post(f"/proposals/{refused}/allow-again", follow=True).content.decode()

    assert "Your assistants can ask for this again. Your rule “" in page
    assert "assistant can never remember: City” was removed." in page
    with in_home():
        assert not Policy.objects.of_person(person.person_id).exists()


def test_the_receipt_names_the_rule_that_was_made_with_the_answer(owner, ask):
    proposal_id = ask("Lisbon")
    shown = owner.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash
    owner.post(f"/proposals/{proposal_id}/approve", {"shown_hash": shown, "next_time": "1"})
    told = "With it you made the rule “Your supervisor assistant can always remember: City”"
    assert f"{told}." in owner.get(f"/proposals/{proposal_id}/receipt").content.decode()

    owner.post(f"/proposals/{proposal_id}/undo")
    assert f"{told}, which was removed since." in owner.get(f"/proposals/{proposal_id}/receipt").content.decode()


@pytest.mark.parametrize("verdict", ["approve", "refuse"])
def test_a_rule_that_was_made_without_the_answer_stays_when_that_is_undone(owner, ask, verdict):
    proposal_id = ask("Lisbon")
    shown = owner.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash
    owner.post(f"/proposals/{proposal_id}/{verdict}", {"shown_hash": shown})
    agent = str(owner.get(f"/proposals/{proposal_id}").context["card"].proposal.agent_id)
    owner.post("/my-data/rules", {"outcome": "consent", "field": "city", "agent": agent})

    assert "Undoing also removes" not in owner.get(f"/proposals/{proposal_id}").content.decode()
    owner.post(f"/proposals/{proposal_id}/undo")

    assert "must always ask first: City" in owner.get("/my-data/access").content.decode()
