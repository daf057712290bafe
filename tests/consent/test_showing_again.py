"""R19: what was withheld because the person did not agree comes back into retrieval once they do."""

from datetime import timedelta

import pytest
from django.utils import timezone

from consent.models import Policy, Proposal
from consent.proposals.decide import amend_proposal, approve_proposal, reject_proposal
from consent.proposals.expire import expire_proposals
from consent.proposals.withdraw import withdraw_decision
from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft
from conversations.models import Turn
from intelligence.actions.extract_facts import extract_facts
from memories.maintenance.index_turns import index_turns
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from workspaces import scope
from workspaces.actors import system_actor
from workspaces.models import Account, Membership

SAID = "The tram is late again. I live in Porto. My bicycle has a flat tyre."


@pytest.fixture
def in_home(home):
    return lambda: scope.enter(home.workspace_id)


@pytest.fixture
def say(home, supervisor, now):
    """Say something as Ana, and have it read; answers nothing."""
    session = open_session(person_id=home.user_id, actor=supervisor, now=now)[0]

    def _say(content):
        draft = TurnDraft(role="user", content=content)
        append_turns(session_id=session.id, drafts=[draft], actor=supervisor, now=now)
        extract_facts(workspace_id=home.workspace_id, now=now)

    return _say


@pytest.fixture
def question(in_home):
    """The id of the question that waits about a value."""

    def _question(value="Porto"):
        with in_home():
            return Proposal.objects.pending().get(new_value=value).id

    return _question


@pytest.fixture
def refused(say, question, person, now):
    """A question about what was said, refused; answers with its id."""
    say(SAID)
    asked = question()
    reject_proposal(proposal_id=asked, actor=person, now=now)
    return asked


@pytest.fixture
def shown(in_home):
    def _shown():
        with in_home():
            return [turn.shown for turn in Turn.objects.order_by("position")]

    return _shown


@pytest.fixture
def again(refused, person, now):
    """The refusal taken back, so that the question waits again."""
    withdraw_decision(proposal_id=refused, actor=person, now=now)
    return refused


def approve(in_home, proposal_id, actor, now):
    with in_home():
        shown_hash = Proposal.objects.get(id=proposal_id).shown_hash
    return approve_proposal(proposal_id=proposal_id, actor=actor, now=now, shown_hash=shown_hash)


def test_taking_a_refusal_back_alone_shows_nothing(again, shown):
    assert shown() == ["The tram is late again. [withheld] My bicycle has a flat tyre."]


def test_agreeing_after_it_does(in_home, again, person, now, shown):
    approve(in_home, again, person, now)
    assert shown() == [SAID]


def test_it_is_found_again_by_its_words_and_by_meaning(home, supervisor, in_home, again, person, now):
    approve(in_home, again, person, now)
    request = QueryRequest(query="Porto", user_id=home.user_id, kinds=("turn",))
    found = memory_query(request, actor=supervisor, now=timezone.now()).items
    assert [item.content for item in found] == [SAID]
    assert index_turns(workspace_id=home.workspace_id, now=now) == 1


def test_what_expired_and_was_asked_again_comes_back_in_both_turns(home, say, question, in_home, person, now, shown):
    say(SAID)
    with in_home():
        Proposal.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        expire_proposals(actor=system_actor(home.workspace_id, "expire_proposals"), now=now)
    assert "Porto" not in shown()[0]
    say("I live in Porto, as I said.")
    approve(in_home, question(), person, now)
    assert all("Porto" in content for content in shown())


def test_what_else_was_refused_there_stays_out(say, question, in_home, person, now, shown):
    say("I live in Porto. My name is Marta.")
    city, name = question(), question("Marta")
    for one in (city, name):
        reject_proposal(proposal_id=one, actor=person, now=now)
    withdraw_decision(proposal_id=city, actor=person, now=now)
    approve(in_home, city, person, now)
    (content,) = shown()
    assert "Porto" in content and "Marta" not in content


def test_one_s_own_words_do_not_bring_back_the_sentence(in_home, again, person, now, shown):
    with in_home():
        shown_hash = Proposal.objects.get(id=again).shown_hash
    amend_proposal(proposal_id=again, value="Lisbon", actor=person, now=now, shown_hash=shown_hash)
    assert all("Porto" not in content for content in shown())


@pytest.fixture
def reviewer(home, in_home):
    """One who may answer in the person's place."""
    with in_home():
        rule = {"fact_category": "identity", "fact_key": "city", "outcome": "consent", "priority": 0}
        Policy.objects.create(delegates_to_reviewers=True, **rule)
    account = Account.objects.create_user("reviewer")
    return Membership.objects.create(account=account, workspace_id=home.workspace_id, role="reviewer").as_staff()


def test_nor_does_a_reviewer_s_yes(in_home, again, reviewer, now, shown):
    approve(in_home, again, reviewer, now)
    assert all("Porto" not in content for content in shown())


def test_it_brings_back_what_only_waited(say, question, in_home, reviewer, now, shown):
    say(SAID)
    approve(in_home, question(), reviewer, now)
    assert shown() == [SAID]


def test_every_turn_that_the_question_was_taken_from_is_withheld(home, set_fact, supervisor, in_home, person, now):
    session = open_session(person_id=home.user_id, actor=supervisor, now=now)[0]
    drafts = [TurnDraft(role="user", content=content) for content in ("I live in Porto.", "Yes, I live in Porto.")]
    turns = append_turns(session_id=session.id, drafts=drafts, actor=supervisor, now=now)
    asked = [set_fact("identity", "city", "Porto", evidence_turn_id=turn.id).proposal_id for turn, _ in turns]
    reject_proposal(proposal_id=asked[0], actor=person, now=now)
    with in_home():
        assert all("Porto" not in turn.shown for turn in Turn.objects.all())
