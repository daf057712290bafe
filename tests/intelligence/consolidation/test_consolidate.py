"""A night's consolidation of a seeded workspace (001 §4): fewer duplicates, nothing sensitive changed, undo works."""

from datetime import timedelta

import pytest

from consent.changes import UndoMerge
from consent.gate import submit
from consent.models import Proposal
from consent.proposals.decide import reject_proposal
from intelligence.models import Budget, Kind
from memories.models import Fact, Memory, Merge, PairFingerprint
from operations import jobs
from operations.models import JobRun
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from tests.intelligence.consolidation.conftest import GROUPS, SENSITIVE, TRAPS
from workspaces import scope
from workspaces.actors import system_actor
from workspaces.models import Person

pytestmark = pytest.mark.django_db
SPARE = sum(len(group) - 1 for group in GROUPS)
QUESTIONS = ("What does Ana drink?", "When is the release?", "When does the team meet?", "How should answers look?")


@pytest.fixture
def answers(home, supervisor, now):
    """What the questions bring, with the scores."""

    def _answers():
        found = []
        for question in QUESTIONS:
            request = QueryRequest(query=question, filters={"user_id": home.user_id}, top_k=32)
            answer = memory_query(request, actor=supervisor, now=now)
            found.append({item.id: pytest.approx(item.score, abs=1e-3) for item in answer.items})
        return found

    return _answers


def test_the_duplicate_rate_falls(seeded, run, said):
    before = said()
    report = run()
    # What waits for the person is a duplicate still.
    assert (report.duplicates_before, report.duplicates_after, report.queued) == (SPARE + 1, 1, 1)
    assert (report.merged, len(said())) == (SPARE, len(before) - SPARE)
    assert report.figures["duplicate_rate_before"] > report.figures["duplicate_rate_after"]


def test_each_group_is_left_with_one_and_each_trap_with_both(seeded, run, said):
    run()
    left = set(said())
    assert [len(left & set(group)) for group in GROUPS] == [1] * len(GROUPS)
    assert {text for trap in TRAPS for text in trap} <= left


def test_nothing_sensitive_is_touched_without_the_person(home, seeded, run, said):
    report = run()
    assert report.queued == 1 and set(SENSITIVE) <= set(said())
    with scope.enter(home.workspace_id):
        assert Fact.objects.get().value == "Lisbon"
        (proposal,) = Proposal.objects.pending()
    shown = f"{proposal.old_value}\n{proposal.new_value}"
    assert all(text in shown for text in SENSITIVE)


def test_undo_restores_the_former_answers(home, seeded, run, said, answers, now):
    before, told = said(), answers()
    run()
    assert answers() != told
    actor = system_actor(home.workspace_id, "test")
    while True:
        with scope.enter(home.workspace_id):
            merge = Merge.objects.active().order_by("-created_at", "-id").first()
        if merge is None:
            break
        submit(UndoMerge(memory_id=merge.kept_id), actor=actor, now=now)
    assert said() == before
    assert answers() == told


def test_the_next_night_changes_nothing(seeded, run, said, now):
    run()
    left = said()
    again = run(now + timedelta(hours=1))
    assert (again.merged, again.queued, again.judged, said()) == (0, 0, 0, left)


def test_after_two_weeks_a_pair_is_compared_again(home, note, run, now):
    for text in TRAPS[0]:
        note(text)
    assert run().judged == 1
    assert run(now + timedelta(days=13)).judged == 0
    with scope.enter(home.workspace_id):
        Memory.objects.update(updated_at=now + timedelta(days=15))
    assert run(now + timedelta(days=15)).judged == 1
    with scope.enter(home.workspace_id):
        assert PairFingerprint.objects.count() == 1


def test_one_that_was_rewritten_is_compared_again(note, run):
    first, other = TRAPS[0]
    note(first)
    note(other, key="flight")
    assert run().judged == 1
    note("Ana's flight to Porto leaves from gate 9.", key="flight")
    assert run().judged == 1


def test_what_the_person_refused_is_not_asked_again(home, seeded, run, person, now):
    run()
    with scope.enter(home.workspace_id):
        proposal = Proposal.objects.pending().get()
    reject_proposal(proposal_id=proposal.id, actor=person, now=now)
    with scope.enter(home.workspace_id):
        PairFingerprint.objects.all().delete()
    assert run(now + timedelta(minutes=1)).queued == 0


def test_each_person_has_so_many_comparisons_a_day(home, seeded, run, settings, now):
    settings.CONSOLIDATION_PAIRS = 3
    assert run().merged <= 3
    with scope.enter(home.workspace_id):
        assert Budget.objects.used(Kind.PAIRS, day=now.date(), person_id=home.user_id) == 3
    assert run(now + timedelta(minutes=1)).judged == 0


def test_memories_of_two_people_are_never_merged(home, note, run, said):
    with scope.enter(home.workspace_id):
        ben = Person.objects.create(name="Ben")
    text = GROUPS[4][0]
    note(text)
    note(text, namespace=("memories", str(ben.id)))
    assert run().merged == 0 and said() == [text, text]


@pytest.mark.parametrize("fields", [{"category": "goals"}, {"sensitivity": "confidential"}, {"memory_type": "insight"}])
def test_nor_are_those_that_differ_in_more_than_words(note, run, home, fields):
    note(GROUPS[4][0])
    note(GROUPS[4][1], actor=system_actor(home.workspace_id, "t"), **fields)
    assert run().merged == 0


def test_the_person_s_word_is_not_mixed_with_an_agent_s(note, run, person, said):
    for text, actor in zip(GROUPS[4], (person, None), strict=True):
        note(text, **({"actor": actor} if actor else {}))
    assert run().merged == 0 and len(said()) == 2


def test_what_is_older_than_three_months_is_left_alone(home, note, run, now):
    note(GROUPS[4][0])
    note(GROUPS[4][1], at=now - timedelta(days=91), importance=1.0)
    assert run().merged == 0


@pytest.mark.parametrize(("importance", "count"), [(0.4, 0), (0.5, 0), (0.6, 1)])
def test_what_is_older_than_three_days_counts_if_it_is_important(note, run, now, importance, count):
    for text in GROUPS[4]:
        note(text, at=now - timedelta(days=4), importance=importance)
    assert run().merged == count


def test_or_if_it_is_often_shown(home, note, run, now):
    for place in range(20):
        note(f"Ana read book number {place} of the {place} volumes.", at=now - timedelta(days=4), importance=0.4)
    ids = [note(text, at=now - timedelta(days=4), importance=0.4) for text in GROUPS[4]]
    assert run().merged == 0
    with scope.enter(home.workspace_id):
        Memory.objects.filter(id=ids[0]).update(access_count=9)
    assert run(now + timedelta(minutes=1)).merged == 1


def test_what_is_forgotten_is_not_brought_back(home, note, run, said, now):
    ids = [note(text) for text in GROUPS[4]]
    with scope.enter(home.workspace_id):
        Memory.objects.filter(id=ids[1]).update(expires_at=now - timedelta(seconds=1))
    assert run().merged == 0


def test_the_job_tells_the_rates_in_its_record(home, seeded, now):
    run = JobRun.objects.create(job="consolidate", workspace_id=home.workspace_id)
    jobs.run(str(run.id))
    run.refresh_from_db()
    assert run.items == run.figures["merged"] == SPARE
    assert run.figures["duplicate_rate_before"] > run.figures["duplicate_rate_after"] > 0


def test_another_workspace_is_left_alone(elsewhere, seeded, said):
    before = said()
    assert jobs.background.consolidate(elsewhere.workspace_id).items == 0
    assert said() == before
