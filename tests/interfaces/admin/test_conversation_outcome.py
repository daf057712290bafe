"""What a conversation's page tells of what came of it."""

import pytest

from consent.changes import SetFact
from consent.proposals.decide import approve_proposal, reject_proposal
from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft
from conversations.models import Turn
from memories.drafts import FactDraft
from workspaces.models import Agent, Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(owner, say, in_home):
    """The turn that Ana said, and what the page of its conversation says then."""
    (turn,) = say("I live in Lisbon now.")
    with in_home():
        session_id = Turn.objects.get(id=turn).session_id

    def _page():
        text = owner.get(f"/admin/conversations/session/{session_id}/change/").content.decode()
        return text[text.index('id="outcome"') :]

    return turn, _page


@pytest.fixture
def asked(home, page, send):
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Lisbon", evidence_turn_id=page[0])
    return send(SetFact(draft=draft)).proposal_id


def test_a_question_is_told_with_its_status(page, asked):
    told = page[1]()

    assert f"/admin/consent/proposal/{asked}/change/" in told
    assert "City: Lisbon" in told and "Awaiting approval" in told


def test_what_was_approved_is_told_as_a_memory(page, asked, person, now):
    memory_id = approve_proposal(proposal_id=asked, actor=person, now=now).memory_id

    told = page[1]()

    assert f"/admin/memories/memory/{memory_id}/change/" in told and "Kept" in told


def test_what_was_refused_is_counted_and_not_told(page, asked, person, now):
    reject_proposal(proposal_id=asked, actor=person, now=now)

    told = page[1]()

    assert str(asked) not in told and "1 thing that was said here was refused." in told


def test_what_the_server_has_not_done_yet_is_told(page, in_home, now):
    assert "1 message was not read for facts yet" in page[1]()
    with in_home():
        Turn.objects.update(extracted_at=now, indexed_at=now)

    assert "not read for facts yet" not in page[1]() and "by its words only" not in page[1]()


@pytest.fixture
def messages(owner, page, in_home):
    """What the page of the conversation says above what came of it."""
    with in_home():
        session_id = Turn.objects.get(id=page[0]).session_id

    def _messages():
        text = owner.get(f"/admin/conversations/session/{session_id}/change/").content.decode()
        return text[text.index('id="messages"') : text.index('id="outcome"')]

    return _messages


def test_what_agents_are_not_told_is_marked_with_the_reason(messages, asked, person, now):
    told = messages()
    assert "<mark>I live in Lisbon now.</mark>" in told
    assert "Agents are not told this (city) while a question about it waits." in told

    reject_proposal(proposal_id=asked, actor=person, now=now)

    assert "Agents are not told this (city): it was refused, or nobody agreed in time." in messages()


def test_who_said_it_is_named(owner, home, supervisor, now, in_home):
    session, _created = open_session(person_id=home.user_id, actor=supervisor, now=now)
    drafts = [TurnDraft(role=role, content="Hello there.") for role in ("user", "assistant")]
    append_turns(session_id=session.id, drafts=drafts, actor=supervisor, now=now)
    with in_home():
        Agent.objects.filter(id=supervisor.id).update(display_name="Kitchen helper")
        name = Person.objects.get(id=home.user_id).name

    text = owner.get(f"/admin/conversations/session/{session.id}/change/").content.decode()

    assert f"<strong>{name}</strong>" in text and "<strong>Kitchen helper</strong>" in text


def test_one_message_reads_as_it_was_said_with_what_came_of_it(owner, page, asked, home, in_home):
    with in_home():
        agent = Agent.objects.get(id=Turn.objects.get(id=page[0]).agent_id)
    text = owner.get(f"/admin/conversations/turn/{page[0]}/change/").content.decode()

    assert "<mark>I live in Lisbon now.</mark>" in text
    assert text.count("<mark>I live in Lisbon now.</mark>") == 2  # in the message, and beside why
    assert f'<a href="/admin/workspaces/agent/{agent.id}/change/">{agent.called}</a>' in text
    assert f"/admin/consent/proposal/{asked}/change/" in text and "In its conversation" in text
    assert "Next message" not in text and "Previous message" not in text


def test_the_list_names_who_took_part_and_no_id(owner, page, in_home):
    with in_home():
        Agent.objects.filter(id=Turn.objects.get(id=page[0]).agent_id).update(display_name="Kitchen helper")
    text = owner.get("/admin/conversations/session/").content.decode()

    assert "Kitchen helper" in text
    assert "Conversation of Ana, " in text
