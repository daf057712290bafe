"""The consent inbox: what is asked, shown in plain words, and answered by the person alone."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.template.loader import render_to_string
from django.utils import timezone

from consent.changes import ForgetMemory, SetFact, WriteMemory
from consent.models import Policy, Proposal
from consent.outcomes import Applied, Queued
from consent.proposals.decide import approve_proposal
from interfaces.pages.inbox.request_list import CARDS, MOST_CARDS
from memories.drafts import FactDraft, MemoryDraft
from memories.models import Fact
from workspaces.models import Account, Exclusion, Grant

pytestmark = pytest.mark.django_db


def inbox(client):
    return client.get("/inbox").content.decode()


def answer(client, proposal_id, verdict, *, shown_hash=None, **headers):
    if shown_hash is None:
        card = client.get(f"/proposals/{proposal_id}").context["card"]
        shown_hash = card.proposal.shown_hash
    return client.post(f"/proposals/{proposal_id}/{verdict}", {"shown_hash": shown_hash}, headers=headers)


def cities(in_home):
    with in_home():
        return list(Fact.objects.active().filter(key="city").values_list("value", flat=True))


def test_an_empty_inbox_says_what_will_come(owner):
    assert "You're all caught up" in inbox(owner)


def test_a_proposal_is_one_sentence_in_plain_words(owner, ask):
    ask("Lisbon")

    sentence = "Your supervisor assistant wants to remember that your city is <strong><bdi>Lisbon</bdi></strong>."
    assert sentence in inbox(owner)


def test_a_long_value_is_quoted_below_the_sentence(owner, ask):
    ask("Lisbon " * 20)

    page = inbox(owner)

    assert "Your supervisor assistant wants to remember your city." in page
    assert '<blockquote class="quote">Lisbon Lisbon' in page or "<ins>Lisbon Lisbon" in page


def test_all_who_asked_for_the_same_are_named(owner, ask, supervisor, planner):
    ask("Lisbon")
    ask("Lisbon", actor=replace(supervisor, role="planner", id=planner.id))

    page = inbox(owner)

    assert "Your supervisor assistant wants to remember" in page
    assert "Also asked by: Your planner assistant" in page


def test_all_who_asked_are_named_wherever_the_answer_is_told(owner, ask, supervisor, planner, person, now, in_home):
    proposal_id = ask("Lisbon")
    ask("Lisbon", actor=replace(supervisor, role="planner", id=planner.id))
    approve_proposal(proposal_id=proposal_id, actor=person, now=now)
    with in_home():
        memory_id = Proposal.objects.get(id=proposal_id).memory_id

    for path in (f"/proposals/{proposal_id}/receipt", "/decisions", f"/memories/{memory_id}"):
        assert "Also asked by: Your planner assistant" in owner.get(path).content.decode()
    exported = owner.get("/my-data/export.html").content.decode()
    assert "Asked by: Your supervisor assistant, Your planner assistant" in exported


def test_who_asked_for_another_value_did_not_ask_for_this_one(owner, ask, supervisor):
    ask("Porto", actor=replace(supervisor, role="planner"))
    ask("Lisbon")

    assert "Asked for by these too" not in inbox(owner)


def readers(owner):
    return inbox(owner).partition("Visible to:")[2].partition("</p>")[0].strip(" .")


@pytest.mark.parametrize("loss", [{"can_read": False}, {"ceiling": "public"}, {"revoked_at": timezone.now()}])
def test_only_assistants_whose_grants_let_them_read_it_are_named(owner, ask, in_home, loss):
    ask("Lisbon")
    assert readers(owner) == "Your supervisor assistant"

    with in_home():
        Grant.objects.update(**loss)

    assert readers(owner) == ""


def test_an_assistant_that_the_person_shut_out_is_not_named(owner, ask, home, in_home, supervisor):
    ask("Lisbon")

    with in_home():
        Exclusion.objects.create(agent_id=supervisor.id, person_id=home.user_id)

    assert readers(owner) == ""


def test_a_change_shows_what_stood_there_before_and_the_words_that_differ(owner, ask, person, now):
    approve_proposal(proposal_id=ask("New Porto"), actor=person, now=now)
    ask("New Lisbon")

    page = inbox(owner)

    assert "New <del>Porto</del><ins>Lisbon</ins>" in page
    assert "Before:" not in page


def test_the_sentence_it_came_from_stands_among_its_neighbours(owner, ask, say):
    _, evidence, _, _ = say("Good morning!", "I live in Lisbon now.", "Well done.", "What shall we eat?")
    ask("Lisbon", evidence_turn_id=evidence)

    page = inbox(owner)

    assert "Good morning!" in page and "Well done." in page
    assert 'class="evidence"' in page
    assert "What shall we eat?" not in page


def test_a_sentence_of_a_conversation_that_the_request_quotes_stands_there_once(owner, home, say, send):
    (turn,) = say("It rains. I live in Setubal now.")
    content = "Ana: I live in Setubal now."
    namespace = ("memories", str(home.user_id))
    draft = MemoryDraft(namespace=namespace, key="said", content=content, evidence_turn_id=turn)
    send(WriteMemory(draft=draft))

    card = owner.get("/inbox").content.decode().partition('<details class="more"')[0]

    assert card.count("I live in Setubal now.") == card.count("<textarea") + 1


def test_an_agents_reason_is_marked_as_its_own_words(owner, ask):
    ask("Lisbon", reason="She said so.")

    page = inbox(owner)

    assert page.index("Why it asks:") < page.index("She said so.")


def test_what_an_agent_wrote_is_text_and_never_markup(owner, ask):
    ask("<script>alert(1)</script>", reason="<b>trust me</b>")

    page = inbox(owner)

    assert "<script>alert" not in page
    assert "<b>trust me" not in page
    assert "&lt;b&gt;trust me" in page


def test_when_it_expires_is_said_relatively_and_exactly(owner, ask):
    ask("Lisbon")

    page = inbox(owner)

    assert "in 1\xa0week</time>" in page
    assert f'title="{timezone.now() + timedelta(days=7):%-d %B %Y}' in page


def test_approving_stores_it_and_empties_the_inbox(owner, ask, in_home):
    response = answer(owner, ask("Lisbon"), "approve")

    assert (response.status_code, response.url) == (302, "/inbox")
    assert cities(in_home) == ["Lisbon"]
    assert "Approved. Saved as confirmed by you." in inbox(owner)


def test_refusing_stores_nothing(owner, ask, in_home):
    answer(owner, ask("Lisbon"), "refuse")

    assert cities(in_home) == []
    assert "Refused. Nothing was saved." in inbox(owner)


def test_with_htmx_the_card_is_replaced_by_its_result_and_the_count_follows(owner, ask):
    response = answer(owner, ask("Lisbon"), "approve", hx_request="true")

    assert response.status_code == 200
    fragment = response.content.decode()
    assert "<html" not in fragment
    assert "Saved as confirmed by you." in fragment
    assert 'id="pending-count" hx-swap-oob="true"></span>' in fragment


def test_an_answer_that_comes_too_late_is_told_kindly(owner, ask, in_home):
    proposal_id = ask("Lisbon")
    answer(owner, proposal_id, "refuse")

    response = answer(owner, proposal_id, "approve")

    assert response.status_code == 409
    assert "Your answer came too late: this request is already closed." in response.content.decode()
    assert cities(in_home) == []


def test_another_hash_than_the_one_shown_approves_nothing(owner, ask, in_home):
    response = answer(owner, ask("Lisbon"), "approve", shown_hash="0" * 64)

    assert response.status_code == 409
    assert cities(in_home) == []


def test_a_form_without_the_hash_changes_nothing(owner, ask, in_home):
    proposal_id = ask("Lisbon")

    assert answer(owner, proposal_id, "approve", shown_hash="").status_code == 400
    with in_home():
        assert Proposal.objects.pending().filter(id=proposal_id).exists()


@pytest.mark.parametrize("verdict", ["approve", "refuse"])
def test_nobody_else_sees_or_decides_it(colleague, outsider, ask, in_home, verdict):
    proposal_id = ask("Lisbon")

    for client in (colleague, outsider):
        assert "Lisbon" not in inbox(client)
        assert client.get(f"/proposals/{proposal_id}").status_code == 404
        assert answer(client, proposal_id, verdict, shown_hash="x").status_code == 404
    with in_home():
        assert Proposal.objects.pending().filter(id=proposal_id).exists()


def test_an_expired_proposal_is_no_longer_asked(owner, ask, now):
    proposal_id = ask("Lisbon", at=now - timedelta(days=8))

    assert "Lisbon" not in inbox(owner)
    page = owner.get(f"/proposals/{proposal_id}").content.decode()
    assert "It was not answered in time" in page and "Expired" in page
    assert "Awaiting approval" not in page and "wants to remember" not in page


def test_the_navigation_counts_what_waits(owner, ask):
    ask("Lisbon")
    ask("they/them", key="pronouns")

    assert "(2 waiting)" in owner.get("/memories").content.decode()


def test_long_inboxes_are_paged(owner, ask):
    for number in range(CARDS + 4):
        ask(f"Lisbon {number}", key="languages_spoken", item=f"l{number}")

    first = owner.get("/inbox")
    older = owner.get("/inbox" + first.context["page"].older)

    assert len(first.context["cards"]) == CARDS
    assert len(older.context["cards"]) == 4
    assert older.context["page"].newest == "?"


def test_no_few_requests_stand_alone_on_a_second_page(owner, ask):
    for number in range(MOST_CARDS):
        ask(f"Lisbon {number}", key="languages_spoken", item=f"l{number}")

    page = owner.get("/inbox").context

    assert len(page["cards"]) == MOST_CARDS and not page["page"].older
    assert page["span"] is None


def test_of_many_requests_the_page_tells_which_it_shows_and_how_many_there_are(owner, ask):
    for number in range(MOST_CARDS + 3):
        ask(f"Lisbon {number}", key="languages_spoken", item=f"l{number}")

    page = owner.get("/inbox")
    older = owner.get("/inbox" + page.context["page"].older).content.decode()

    assert page.content.decode().count("1–20 of 25") == 2 and older.count("21–25 of 25") == 2


def test_all_are_selected_above_the_first_request(owner, ask):
    ask("Lisbon")
    ask("they/them", key="pronouns")

    page = inbox(owner)

    assert page.index("Select all on this page") < page.index('class="card question"')


@pytest.mark.parametrize("count", [1, 7])
def test_the_inbox_takes_as_many_queries_for_seven_cards_as_for_one(owner, ask, say, table_reads, count):
    turns = say(*[f"I speak language {number}." for number in range(count)])
    for number, turn in enumerate(turns):
        ask(f"L{number}", key="languages_spoken", item=f"l{number}", evidence_turn_id=turn)

    # Session, account, memberships; categories and agents to narrow by and which of them wait, what competes, the page,
    # the turns and their neighbours, the person's own names, allowlists and agents that could read it, what is to be
    # looked at again, names, own rules, who else asks the same, what else is asked about it, what was saved of the same
    # messages and changed with an answer, the count.
    assert table_reads(lambda: owner.get("/inbox")) == 25


def test_a_full_page_stays_light(owner, ask, say):
    words = "I have lived in many places, and I speak the languages of most of them, some better than others. "
    turns = say(*[words for _number in range(MOST_CARDS)])
    for number, turn in enumerate(turns):
        ask(f"L{number}", key="languages_spoken", item=f"l{number}", evidence_turn_id=turn, reason=words)
    assert len(owner.get("/inbox").content) < 120_000


def test_the_filters_offer_what_waits_and_nothing_else(owner, ask, supervisor):
    ask("Lisbon")
    assert not owner.get("/inbox").context["chips"]

    ask("they/them", key="pronouns", actor=replace(supervisor, role="planner"))

    who = owner.get("/inbox").context["chips"][-1]
    assert [choice.label for choice in who.choices] == ["All", "Your planner assistant", "Your supervisor assistant"]


def test_it_is_filtered_by_kind_of_subject(owner, ask, notes):
    home, name = ask("Lisbon"), ask("they/them", key="pronouns")
    notes("Ana is a Buddhist.", "Ana's salary is 85,000 euros.")

    (subject,) = owner.get("/inbox").context["chips"]

    assert [choice.label for choice in subject.choices] == [
        *("All", "Religion", "Money", "Home and place", "Name and language")
    ]
    shown = {
        choice.label: [card.proposal for card in owner.get("/inbox" + choice.address).context["cards"]]
        for choice in subject.choices[1:]
    }
    assert [one.id for one in shown["Home and place"]] == [home]
    assert [one.id for one in shown["Name and language"]] == [name]
    assert [one.new_value for one in shown["Religion"] + shown["Money"]] == [
        *("Ana is a Buddhist.", "Ana's salary is 85,000 euros.")
    ]


def test_what_is_of_no_kind_is_filtered_by_its_category(owner, ask, in_home):
    ask("Lisbon")
    other = ask("they/them", key="pronouns")
    with in_home():
        Proposal.objects.filter(id=other).update(claims=['goals.aim="identity.city=lisbon"'], category="goals")

    (subject,) = owner.get("/inbox").context["chips"]

    assert [choice.label for choice in subject.choices] == ["All", "Home and place", "Goals"]
    for choice, count in zip(subject.choices, (2, 1, 1), strict=True):
        assert len(owner.get("/inbox" + choice.address).context["cards"]) == count, choice.label


def test_a_filter_that_finds_nothing_can_still_be_cleared(owner, ask):
    ask("Lisbon")

    page = owner.get("/inbox", {"category": "goals"})

    assert [chip.chosen for chip in page.context["chips"]] == ["Goals"]
    assert "Clear filters" in page.content.decode()


def test_a_request_is_a_whole_sentence_in_german(owner, ask):
    ask("Lisbon")

    page = owner.get("/inbox", headers={"Accept-Language": "de"}).content.decode()

    assert "möchte sich unter „Stadt“ merken: <strong><bdi>Lisbon</bdi></strong>." in page


def test_the_servers_own_reason_is_told_in_the_readers_language(owner, ask, in_home):
    proposal_id = ask("Lisbon", reason="From what you said.")
    german = {"Accept-Language": "de"}
    assert "From what you said." in owner.get("/inbox", headers=german).content.decode()
    with in_home():
        Proposal.objects.filter(id=proposal_id).update(actor_label="system:extract_facts")

    page = owner.get("/inbox", headers=german).content.decode()

    assert "Aus dem, was du gesagt hast." in page and "From what you said." not in page


def test_a_value_to_add_stands_in_quotes(owner, ask):
    ask("Danish", key="languages_spoken", item="danish")

    assert "wants to add “<strong><bdi>Danish</bdi></strong>” to your languages spoken." in inbox(owner)


def test_a_field_whose_name_does_not_tell_is_explained(owner, ask, in_home):
    proposal_id = ask("Danish", key="languages_spoken", item="danish")
    with in_home():
        proposal = Proposal.objects.get(id=proposal_id)
        proposal.change["draft"]["key"] = "standing_instructions"
        proposal.save()

    assert "Standing instructions are rules for your assistants." in inbox(owner)


def test_what_the_server_itself_asks_is_a_plain_question(owner, ask, person, now, in_home):
    proposal_id = ask("Lisbon")
    with in_home():
        Proposal.objects.filter(id=proposal_id).update(actor_label="system:extract_facts", agent_id=None)
    for path in ("/", "/inbox"):
        assert "Remember that your city is <strong><bdi>Lisbon</bdi></strong>?" in owner.get(path).content.decode()

    approve_proposal(proposal_id=proposal_id, actor=person, now=now)
    assert "You were asked whether to remember that your city is" in owner.get("/decisions").content.decode()


def test_an_item_of_the_store_is_shown_by_its_text_and_its_subject(owner, home, send):
    metadata = {"store_value": {}, "store_text": "text"}
    draft = MemoryDraft(
        namespace=("memories", str(home.user_id)),
        key="home",
        content="Ana lives in Viseu. It rains a lot there.",
        category="profile",
        metadata=metadata,
    )
    send(WriteMemory(draft=draft))

    page = inbox(owner)

    assert "Ana lives in Viseu." in page and "Subject: Profile" in page
    assert "store_" not in page and "Category:" not in page


def test_a_question_says_that_the_person_gave_the_value_themselves(owner, home, fact, send):
    memory_id = fact("units", "imperial")
    owner.post(f"/memories/{memory_id}/edit", {"content": "metric", "change_id": change_of(owner, memory_id)})
    asked = send(SetFact(draft=units(home, "imperial")))
    page = inbox(owner)
    assert isinstance(asked, Queued) and "You gave this value yourself." in page
    answer(owner, asked.proposal_id, "approve")
    assert isinstance(send(SetFact(draft=units(home, "both"))), Applied)


def test_so_does_one_about_what_they_wrote(owner, note, send):
    memory_id = note("The release is on Friday.")
    form = {"content": "The release is on Monday.", "change_id": change_of(owner, memory_id)}
    owner.post(f"/memories/{memory_id}/edit", form)
    assert isinstance(send(ForgetMemory(memory_id=memory_id)), Queued)
    assert "You wrote this yourself." in inbox(owner)


def test_what_they_only_agreed_to_is_not_called_their_own(owner, ask):
    answer(owner, ask("Lisbon"), "approve")
    ask("Porto")
    assert "yourself" not in inbox(owner)


@pytest.mark.parametrize("how, body", [("approve", {}), ("amend", {"value": "Ana keeps bees."})])
def test_nor_is_a_request_that_waits_again_after_an_undo(owner, home, send, how, body):
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="health", content="Ana has epilepsy.")
    asked = send(WriteMemory(draft=draft)).proposal_id
    shown = owner.get(f"/proposals/{asked}").context["card"].proposal.shown_hash
    owner.post(f"/proposals/{asked}/{how}", body | {"shown_hash": shown})
    owner.post(f"/proposals/{asked}/undo")
    page = inbox(owner)
    assert "Ana has epilepsy." in page and "yourself" not in page


def change_of(client, memory_id):
    return re.search(r'name="change_id" value="([^"]+)"', client.get(f"/memories/{memory_id}/edit").content.decode())[1]


def units(home, value):
    return FactDraft(person_id=home.user_id, category="preference", key="units", value=value)


@pytest.mark.parametrize(("count", "shown"), [(99, ">99<"), (100, ">99+<")])
def test_a_number_of_three_digits_does_not_cover_the_icon(count, shown):
    assert shown in render_to_string("frame/pending_count.html", {"pending_count": count})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ana's language is German.", "something about your language."),
        ("Ana was diagnosed with asthma in 2019.", "something about health conditions."),
        ("Ana plays the cello.", "something about your hobbies."),
        ("My cousin Vera lives in Coimbra and plays the cello.", "something about hobbies."),
    ],
)
def test_a_text_about_a_field_is_asked_for_in_plain_words(owner, home, in_home, send, text, told):
    with in_home():
        Policy.objects.create(fact_key="hobbies", outcome="consent")
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="n", content=text)
    assert isinstance(send(WriteMemory(draft=draft)), Queued)
    (card,) = owner.get("/inbox").context["items"]
    assert str(card.headline).endswith(told)


def test_when_something_happened_is_told_as_the_page_tells_dates(owner, home, asked):
    draft = MemoryDraft(
        namespace=("memories", str(home.user_id)),
        key="moved",
        content="Ana lives in Lisbon.",
        occurred_at=datetime(2025, 4, 3, 10, tzinfo=UTC),
    )
    asked(WriteMemory(draft=draft))
    page = owner.get("/inbox").content.decode()
    assert "Happened: 3 April 2025" in page and "2025-04-03 10:00 UTC" not in page
    german = owner.get("/inbox", headers={"Accept-Language": "de"}).content.decode()
    assert "3. April 2025" in german and "Occurred at" not in german


def test_a_time_that_has_no_local_time_is_shown(owner, home, asked):
    Account.objects.filter(username="owner").update(time_zone="Pacific/Auckland")
    never = datetime(9999, 12, 31, 23, 59, tzinfo=UTC)
    draft = MemoryDraft(
        namespace=("memories", str(home.user_id)), key="moved", content="Ana lives in Lisbon.", expires_at=never
    )
    asked(WriteMemory(draft=draft))
    assert "Expires: 31 December 9999" in owner.get("/inbox").content.decode()
