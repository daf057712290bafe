"""Issue 4, "It is done when": 10,000 races about proposals have one outcome each, and a history that tells the same.

Eight threads in four pairs, each thread with its own connection. A hundredth runs in the suite.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from django.db import connection
from django.db.models import Count
from django.utils import timezone

from consent.changes import WriteMemory
from consent.gate import submit, submit_many
from consent.models import Decision, Proposal
from consent.outcomes import Applied, Queued
from consent.proposals.decide import approve_proposal, reject_proposal
from consent.proposals.errors import NotPending
from consent.proposals.expire import expire_proposals
from memories.drafts import MemoryDraft
from memories.models import History, Memory, MemoryVersion
from workspaces import scope
from workspaces.actors import Actor, system_actor

pytestmark = pytest.mark.django_db(transaction=True)
RACES = 10_000
PAIRS = 4
BATCH = 100
Call = Callable[[], object]


@pytest.fixture
def course(home, supervisor, person, settings):
    settings.PENDING_PROPOSALS = 10**9
    return Course(home, supervisor, person)


class Course:
    """Proposals to race about, the rivals, and what the database says afterwards."""

    def __init__(self, home, supervisor: Actor, person: Actor) -> None:
        self.home, self.supervisor, self.person = home, supervisor, person
        self.clock = system_actor(home.workspace_id, "expire_proposals")

    def propose(self, count: int) -> list[tuple[UUID, str]]:
        """Pending proposals of new memories that state a city: (id, key)."""
        keys = [f"k{number}" for number in range(count)]
        changes = [WriteMemory(draft=self.draft(key, "User lives in Lisbon.")) for key in keys]
        outcomes = [
            outcome
            for start in range(0, count, BATCH)
            for outcome in submit_many(changes[start : start + BATCH], actor=self.supervisor, now=timezone.now())
        ]
        assert all(isinstance(outcome, Queued) for outcome in outcomes)
        return [(outcome.proposal_id, key) for outcome, key in zip(outcomes, keys, strict=True)]

    def draft(self, key: str, content: str) -> MemoryDraft:
        return MemoryDraft(namespace=("memories", str(self.home.user_id)), key=key, content=content)

    def approve(self, proposal_id: UUID, key: str) -> Call:
        return lambda: approve_proposal(proposal_id=proposal_id, actor=self.person, now=timezone.now())

    def reject(self, proposal_id: UUID, key: str) -> Call:
        return lambda: reject_proposal(proposal_id=proposal_id, actor=self.person, now=timezone.now())

    def expire(self, proposal_id: UUID, key: str) -> Call:
        """The deadline passes while the person decides, and the job comes by."""

        def _expire() -> str:
            with scope.enter(self.home.workspace_id):
                Proposal.objects.filter(id=proposal_id).update(expires_at=timezone.now())
            with scope.enter(self.home.workspace_id):
                expire_proposals(actor=self.clock, now=timezone.now())
                return str(Proposal.objects.values_list("state", flat=True).get(id=proposal_id))

        return _expire

    def say(self, proposal_id: UUID, key: str) -> Call:
        """The person writes there themselves."""
        change = WriteMemory(draft=self.draft(key, "User lives in Faro."))
        return lambda: submit(change, actor=self.person, now=timezone.now())


class Lane:
    """One pair of threads. The side that was late last time gets a little more of a start, so that races stay close
    on any machine: an approval embeds first and would lose almost every time."""

    def __init__(self, rounds: Sequence[tuple[Call, Call]]) -> None:
        self.rounds = rounds
        self.barrier = threading.Barrier(2, timeout=120)
        self.answers: list[list[object]] = [[None, None] for _ in rounds]

    def drive(self, side: int) -> None:
        """Take one side in each race; the second waits for the head start to pass."""
        head_start = 0.0
        try:
            for number, calls in enumerate(self.rounds):
                self.barrier.wait()
                head_start = self._next_start(head_start, number)
                if side:
                    time.sleep(head_start)
                self.answers[number][side] = _answer(calls[side])
        except BaseException:
            self.barrier.abort()
            raise
        finally:
            connection.close()

    def _next_start(self, seconds: float, number: int) -> float:
        if number == 0:
            return 0.0
        first_won = not isinstance(self.answers[number - 1][0], NotPending)
        return seconds * 0.8 if first_won else seconds * 1.2 + 0.001


def race(rounds: Sequence[tuple[Call, Call]]) -> list[tuple[object, object]]:
    """Run each pair of calls against one another, four pairs at a time; answers what each said, or why not."""
    lanes = [Lane(rounds[number::PAIRS]) for number in range(PAIRS)]
    with ThreadPoolExecutor(2 * PAIRS) as pool:
        runs = [pool.submit(lane.drive, side) for lane in lanes for side in (0, 1)]
        for each in runs:
            each.result()
    return [(one, other) for lane in lanes for one, other in lane.answers]


def _answer(call: Call) -> object:
    try:
        return call()
    except NotPending as refused:
        return refused


def run(course: Course, rival: str, count: int) -> list[tuple[object, object]]:
    return race([(course.approve(*one), getattr(course, rival)(*one)) for one in course.propose(count)])


def check_decisions(course: Course, count: int, *, open_states: frozenset[str] = frozenset()) -> Counter[str]:
    """One decision for each settled proposal, whose verdict is its state, and one row of history that says so."""
    verdicts = {"approved": "approve", "rejected": "reject", "expired": "expire"}
    with scope.enter(course.home.workspace_id):
        rows = list(Proposal.objects.annotate(n=Count("decisions")).values_list("id", "state", "n"))
        decided = dict(Decision.objects.values_list("proposal_id", "verdict"))
        told = Counter(History.objects.filter(event="CONSENT").values_list("decision_id", flat=True))
        ids = dict(Decision.objects.values_list("id", "proposal_id"))
        written = Counter(
            ids[row]
            for row in History.objects.filter(decision_id__in=ids)
            .exclude(event="CONSENT")
            .values_list("decision_id", flat=True)
        )
    assert len(rows) == count
    for proposal_id, state, number in rows:
        if state in open_states:
            assert number == 0
            continue
        assert number == 1 and decided[proposal_id] == verdicts[state]
        assert written[proposal_id] == (1 if state == "approved" else 0)
    assert set(told.values()) <= {1} and len(told) == len(decided)
    return Counter(state for _, state, _ in rows)


def check_memories(course: Course, states: Counter[str]) -> None:
    """What was approved is remembered, once; what was not never was."""
    with scope.enter(course.home.workspace_id):
        assert Memory.objects.count() == MemoryVersion.objects.count() == states["approved"]


def two_of_one(course: Course, rival: str, count: int) -> Counter[str]:
    answers = run(course, rival, count)
    assert all(sum(isinstance(one, NotPending) for one in pair) == 1 for pair in answers)
    states = check_decisions(course, count)
    check_memories(course, states)
    return states


def against_expiry(course: Course, count: int) -> Counter[str]:
    answers = run(course, "expire", count)
    states = check_decisions(course, count)
    check_memories(course, states)
    assert {(type(said), state) for said, state in answers} <= {(Applied, "approved"), (NotPending, "expired")}
    assert Counter(state for _, state in answers) == states
    return states


def against_a_direct_change(course: Course, count: int) -> Counter[str]:
    """In whichever order, the person's own words stand at the end; a proposal they outran is closed or shown anew."""
    answers = run(course, "say", count)
    states = check_decisions(course, count, open_states=frozenset({"stale", "pending"}))
    with scope.enter(course.home.workspace_id):
        contents = list(Memory.objects.values_list("current__content", "version"))
    assert {content for content, _ in contents} == {"User lives in Faro."}
    assert Counter(version for _, version in contents)[2] == states["approved"]
    refused = sum(isinstance(one, NotPending) for pair in answers for one in pair)
    assert refused == count - states["approved"]
    return states


def test_a_hundredth_of_approve_against_reject(course):
    two_of_one(course, "reject", RACES // 400)


def test_a_hundredth_of_approve_against_approve(course):
    assert set(two_of_one(course, "approve", RACES // 400)) == {"approved"}


def test_a_hundredth_of_approve_against_expiry(course):
    against_expiry(course, RACES // 400)


def test_a_hundredth_of_approve_against_a_direct_change(course):
    against_a_direct_change(course, RACES // 400)


@pytest.mark.prove
def test_2500_times_approve_against_reject(course, figure):
    states = two_of_one(course, "reject", RACES // 4)
    figure(f"approve against reject: {dict(states)}")
    assert min(states["approved"], states["rejected"]) > 0


@pytest.mark.prove
def test_2500_times_approve_against_approve(course, figure):
    states = two_of_one(course, "approve", RACES // 4)
    figure(f"approve against approve: {dict(states)}")
    assert set(states) == {"approved"}


@pytest.mark.prove
def test_2500_times_approve_against_expiry(course, figure):
    states = against_expiry(course, RACES // 4)
    figure(f"approve against expiry: {dict(states)}")
    assert min(states["approved"], states["expired"]) > 0


@pytest.mark.prove
def test_2500_times_approve_against_a_direct_change(course, figure):
    states = against_a_direct_change(course, RACES // 4)
    figure(f"approve against a direct change: {dict(states)}")
    assert states["approved"] > 0 and states["approved"] < RACES // 4
