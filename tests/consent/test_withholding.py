"""R19 for turns: what the person did not agree to stays in the transcript, marked, and is no longer retrieved."""

from datetime import timedelta

import pytest
from django.utils import timezone

from consent.models import Proposal
from consent.proposals.decide import approve_proposal, reject_proposal
from consent.proposals.expire import expire_proposals
from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft
from conversations.models import Turn
from intelligence.actions.extract_facts import extract_facts
from intelligence.actions.write_episodes import write_episodes
from memories.maintenance.index_turns import index_turns
from memories.models import Chunk
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from workspaces import scope
from workspaces.actors import system_actor

SAID = "The tram is late again. I live in Porto. My bicycle has a flat tyre."


@pytest.fixture
def session(home, supervisor, now):
    return open_session(person_id=home.user_id, actor=supervisor, now=now)[0]


@pytest.fixture
def say(session, supervisor, home, now):
    def _say(*contents, **fields):
        drafts = [TurnDraft(role="user", content=content, **fields) for content in contents]
        append_turns(session_id=session.id, drafts=drafts, actor=supervisor, now=now)
        index_turns(workspace_id=home.workspace_id, now=now)

    return _say


@pytest.fixture
def in_home(home):
    return lambda: scope.enter(home.workspace_id)


@pytest.fixture
def asked(say, home, now, in_home):
    """A turn with a sensitive statement, and the proposal that extraction made of it."""
    say(SAID)
    extract_facts(workspace_id=home.workspace_id, now=now)
    with in_home():
        return Proposal.objects.get()


@pytest.fixture
def found(home, supervisor):
    def _found(query):
        request = QueryRequest(query=query, user_id=home.user_id, kinds=("turn",))
        return [item.content for item in memory_query(request, actor=supervisor, now=timezone.now()).items]

    return _found


def test_while_it_waits_the_turn_is_found_as_it_was_said(asked, found):
    assert found("Porto") == [SAID]


def test_once_refused_its_sentence_is_left_out_and_marked(asked, found, person, now):
    reject_proposal(proposal_id=asked.id, actor=person, now=now)
    assert found("bicycle tyre") == ["The tram is late again. [withheld] My bicycle has a flat tyre."]
    assert all("Porto" not in content for content in found("Where does Ana live? Porto"))


def test_by_its_words_it_is_not_found_any_more(asked, in_home, person, now):
    reject_proposal(proposal_id=asked.id, actor=person, now=now)
    with in_home():
        assert not Turn.objects.filter(search="porto").exists()
        assert Turn.objects.filter(search="bicycle").exists()


def test_no_chunk_says_it_from_that_moment_on(asked, home, in_home, person, now):
    reject_proposal(proposal_id=asked.id, actor=person, now=now)
    with in_home():
        assert Chunk.objects.count() == 0
    assert index_turns(workspace_id=home.workspace_id, now=now) == 1
    with in_home():
        assert [chunk.text for chunk in Chunk.objects.all()] == [
            "The tram is late again. [withheld] My bicycle has a flat tyre."
        ]


def test_the_transcript_keeps_it_with_a_mark(asked, in_home, person, now):
    reject_proposal(proposal_id=asked.id, actor=person, now=now)
    with in_home():
        turn = Turn.objects.get()
    ((start, end),) = turn.withheld
    assert turn.content == SAID and "I live in Porto" in turn.content[start:end]
    assert "tram" not in turn.content[start:end] and "bicycle" not in turn.content[start:end]


def test_once_expired_too(asked, found, home, in_home, now):
    with in_home():
        Proposal.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        expire_proposals(actor=system_actor(home.workspace_id, "expire_proposals"), now=now)
    assert found("bicycle tyre") == ["The tram is late again. [withheld] My bicycle has a flat tyre."]


def test_once_approved_nothing_is_withheld(asked, found, person, now):
    approve_proposal(proposal_id=asked.id, actor=person, now=now)
    assert found("Porto") == [SAID]


def test_a_message_that_is_nothing_else_is_all_withheld(say, home, in_home, person, now):
    say("I live in Porto.")
    extract_facts(workspace_id=home.workspace_id, now=now)
    with in_home():
        proposal = Proposal.objects.get()
    reject_proposal(proposal_id=proposal.id, actor=person, now=now)
    with in_home():
        assert Turn.objects.get().retrievable.strip(" .") == "[withheld]"


def test_what_was_cut_from_an_episode_is_withheld_in_the_turn_it_came_from(say, home, in_home, person, now):
    say("I live in Porto, at 12 Harbour Street.", *["ok"] * 19)
    write_episodes(workspace_id=home.workspace_id, now=now)
    with in_home():
        proposal = Proposal.objects.get(change__type="join_statement")
    reject_proposal(proposal_id=proposal.id, actor=person, now=now)
    with in_home():
        (turn,) = Turn.objects.filter(retrievable__isnull=False)
        assert turn.position == 1 and "Porto" not in turn.retrievable


def test_of_two_statements_only_the_refused_one(say, home, in_home, person, now):
    say("I live in Porto. My name is Marta.")
    extract_facts(workspace_id=home.workspace_id, now=now)
    with in_home():
        proposal = Proposal.objects.get(new_value="Marta")
    reject_proposal(proposal_id=proposal.id, actor=person, now=now)
    with in_home():
        shown = Turn.objects.get().shown
    assert "Porto" in shown and "Marta" not in shown
