"""Who may not read a field learns neither the value that stands there nor the one that was refused, by no guess."""

from dataclasses import replace
from datetime import timedelta

import pytest

from consent.changes import RejectMemory, WriteMemory
from consent.gate import submit
from consent.models import Notice, Proposal
from consent.models.proposal import ProposalState
from consent.outcomes import Applied, Queued, Refused
from consent.proposals.allow import allow_again
from consent.proposals.decide import approve_proposal, reject_proposal
from consent.proposals.errors import UnknownProposal
from consent.proposals.expire import remind
from memories.drafts import MemoryDraft
from workspaces import scope
from workspaces.actors import Actor

pytestmark = pytest.mark.django_db


def _regranted(actor: Actor, **changes: object) -> Actor:
    return replace(actor, grants=tuple(replace(grant, **changes) for grant in actor.grants))


@pytest.fixture(params=["planner", "ceiling", "write-only"])
def blind(request, supervisor, planner):
    """An agent that may write about the person, and not read what is kept of their city."""
    agents = {"planner": planner, "ceiling": _regranted(supervisor, ceiling_rank=0)}
    return agents.get(request.param) or _regranted(supervisor, can_read=False)


@pytest.fixture
def guess(write, blind, planner):
    """Say of the person that they live there, and tell what came of it and how it looks."""
    where = {"category": "goals"} if blind is planner else {"sensitivity": "public"}
    return lambda city, key="guess", **more: write(f"User lives in {city}.", actor=blind, key=key, **where, **more)


@pytest.fixture
def refused(set_fact, person, now):
    asked = set_fact("identity", "city", "Guarda")
    reject_proposal(proposal_id=asked.proposal_id, actor=person, now=now)
    return asked.proposal_id


@pytest.fixture
def row(home):
    def _row(answer):
        with scope.enter(home.workspace_id):
            return Proposal.objects.get(id=answer.proposal_id)

    return _row


def test_the_value_that_stands_there_is_asked_for_as_any_other(guess, set_fact, person, row):
    set_fact("identity", "city", "Coimbra", actor=person)
    answers = [guess(city) for city in ("Lisbon", "Coimbra", "Porto")]
    assert all(isinstance(answer, Queued) for answer in answers)
    assert [row(answer).state for answer in answers] == ["superseded", "superseded", "pending"]


def test_so_it_is_at_the_cap_of_open_questions(guess, set_fact, person, settings):
    set_fact("identity", "city", "Coimbra", actor=person)
    settings.PENDING_PROPOSALS = 1
    guess("Lisbon", key="first")
    assert all(isinstance(guess(city, key="second"), Refused) for city in ("Porto", "Coimbra"))


def test_so_it_is_of_a_text_that_is_cut(blind, planner, home, set_fact, person, refused, now):
    set_fact("identity", "city", "Coimbra", actor=person)
    where = {"category": "goals"} if blind is planner else {"sensitivity": "public"}
    told = []
    for city in ("Lisbon", "Coimbra", "Guarda"):
        text = f"We talked. User lives in {city}. The release is on Friday."
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=city, content=text, **where)
        told.append(submit(WriteMemory(draft=draft, excise=True), actor=blind, now=now))
    assert [len(one.proposal_ids) for one in told] == [1, 1, 1]


def test_a_fact_that_holds_is_asked_for_by_a_blind_writer(set_fact, supervisor, person):
    set_fact("identity", "city", "Coimbra", actor=person)
    blind = _regranted(supervisor, can_read=False)
    assert all(isinstance(set_fact("identity", "city", city, actor=blind), Queued) for city in ("Coimbra", "Porto"))


def test_a_supervisor_s_known_value_is_applied_and_a_refused_one_refused(refused, write, set_fact, person):
    set_fact("identity", "city", "Coimbra", actor=person)
    assert isinstance(write("User lives in Coimbra."), Applied)
    assert isinstance(write("User lives in Guarda.", key="other"), Refused)
    assert isinstance(set_fact("identity", "city", "Coimbra"), Applied)


def test_a_refused_value_gets_the_answer_of_any_other(refused, guess, row):
    wrong, right = row(guess("Leiria", key="a")), row(guess("Guarda", key="b"))
    seen = (
        "state",
        "closed_because",
        "blocked_until",
        "decided_at",
        "memory_id",
        "base_version",
        "old_value",
        "agent_id",
    )
    assert [getattr(wrong, name) for name in seen] == [getattr(right, name) for name in seen]
    assert guess("Guarda", key="b") == Queued(right.id, None)


def test_the_person_is_not_asked_again(refused, guess, person, home, now):
    asked = guess("Guarda")
    with scope.enter(home.workspace_id):
        assert not Proposal.objects.visible_to(person, now=now).filter(id=asked.proposal_id).exists()
        assert not Proposal.objects.pending().unmuted().exists()
    with pytest.raises(UnknownProposal):
        approve_proposal(proposal_id=asked.proposal_id, actor=person, now=now)


def test_nor_reminded_though_it_counts_as_if_they_were(refused, guess, home, row, now):
    asked = guess("Guarda")
    with scope.enter(home.workspace_id):
        Proposal.objects.filter(id=asked.proposal_id).update(expires_at=now + timedelta(hours=2))
        assert remind(now=now) == 0 and not Notice.objects.filter(proposal_id=asked.proposal_id).exists()
    assert row(asked).reminders_sent == 2


def test_another_value_takes_its_place_without_telling_of_it(refused, guess, row):
    muted = guess("Guarda")
    later = guess("Leiria")
    assert row(muted).state == ProposalState.SUPERSEDED and row(muted).superseded_by == later.proposal_id
    assert not row(later).is_muted and "Guarda" not in str(row(later).evidence)


def test_once_the_person_lets_it_be_asked_it_is(refused, guess, person, now, row):
    muted = guess("Guarda")
    allow_again(proposal_id=refused, actor=person, now=now)
    assert guess("Guarda") == muted and not row(muted).is_muted


def test_an_agent_that_asked_itself_is_told_the_answer(write, planner, person, now):
    say = lambda: write("User lives in Guarda.", actor=planner, category="goals")  # noqa: E731
    reject_proposal(proposal_id=say().proposal_id, actor=person, now=now)
    assert isinstance(say(), Refused)


def test_what_they_said_is_wrong_is_not_told_to_a_blind_writer(set_fact, person, supervisor, now, row):
    kept = set_fact("identity", "city", "Coimbra", actor=person)
    submit(RejectMemory(memory_id=kept.memory_id), actor=person, now=now)
    assert isinstance(set_fact("identity", "city", "Coimbra"), Refused)
    blind = _regranted(supervisor, can_read=False)
    wrong, right = (set_fact("identity", "city", city, actor=blind) for city in ("Porto", "Coimbra"))
    assert (row(wrong).is_muted, row(right).is_muted) == (False, True)


def test_what_the_person_made_of_a_value_is_not_told_by_guessing(supervisor, set_fact, person):
    """The agent began it and may not read it: whatever it writes now is asked about."""
    blind = _regranted(supervisor, can_read=False)
    set_fact("preference", "units", "imperial", actor=blind)
    set_fact("preference", "units", "metric", actor=person)
    answers = [set_fact("preference", "units", guess, actor=blind) for guess in ("metric", "imperial", "both")]
    assert [type(one) for one in answers] == [Queued] * 3
