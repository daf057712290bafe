"""A workspace's nightly consolidation: candidates, pairs, judgements, merges (001 §4)."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from consent.gate import submit
from consent.models import Proposal
from consent.outcomes import Applied, Queued
from intelligence.consolidation.judging import Judgement, judge, merge_of, needs_no_judge
from intelligence.consolidation.pairs import MemoryPair, candidates, is_duplicate, pairs_among
from intelligence.models import Budget, Kind
from memories.models import Memory, PairFingerprint
from memories.models.merge import RULES, Verdict
from workspaces import scope
from workspaces.actors import Actor, system_actor

JOB = "consolidate"
ModelLock = Callable[[], AbstractContextManager[bool]]


@dataclass(frozen=True, slots=True)
class Report:
    """The counts of a run.

    `duplicates` are memories of the pool with an older one that states the same, by the rules or by this run's judge.
    `postponed` are people whose pairs wait because the language model was in use.
    """

    pool: int = 0
    pairs: int = 0
    judged: int = 0
    merged: int = 0
    queued: int = 0
    duplicates_before: int = 0
    duplicates_after: int = 0
    postponed: int = 0

    def __add__(self, other: "Report") -> "Report":
        return Report(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(Report)))

    @property
    def figures(self) -> dict[str, float]:
        """The counts and rates for the job's record; rates are shares of the initial pool, 0..1."""
        counts = {each.name: float(getattr(self, each.name)) for each in fields(Report)}
        rates = {
            f"duplicate_rate_{when}": round(counts[f"duplicates_{when}"] / max(1, self.pool), 4)
            for when in ("before", "after")
        }
        return counts | rates


def consolidate(
    *, workspace_id: UUID, now: datetime, model_lock: ModelLock = lambda: nullcontext(enter_result=True)
) -> Report:
    """Find memories of one workspace that state the same and merge them through the gate; safe to run again.

    Each person has CONSOLIDATION_PAIRS comparisons a day. Models are called outside scopes (R25). `model_lock`
    reserves the language model for one person's pairs and says whether it was free. Raises ModelUnavailable;
    merges made until then stay.
    """
    with scope.enter(workspace_id):
        old = now - timedelta(days=settings.CONSOLIDATION_DAYS)
        PairFingerprint.objects.filter(checked_at__lt=old).delete()
        pools = candidates(now=now)
    total = Report()
    for pool in pools.values():
        with model_lock() as is_free:
            total += _of_person(pool, workspace_id, now) if is_free else Report(postponed=1)
    return total


def _of_person(pool: Sequence[Memory], workspace_id: UUID, now: datetime) -> Report:
    with scope.enter(workspace_id):
        found = pairs_among(pool, now=now)
        affordable = _affordable(_uncompared(found, now=now), now)
    judgements = _judged(affordable, workspace_id, now)
    actor = system_actor(workspace_id, JOB)
    verdicts = [_settle(pair, judgement, actor, now) for pair, judgement in judgements]
    same = {pair.ids for pair, judgement in judgements if judgement is None or judgement.is_same}
    with scope.enter(workspace_id):
        left = pairs_among(_still_active(pool, now), now=now)
    return Report(
        pool=len(pool),
        pairs=len(found),
        judged=sum(judgement is not None for _, judgement in judgements),
        merged=verdicts.count(Verdict.SAME),
        queued=verdicts.count(Verdict.QUEUED),
        duplicates_before=_duplicates(found, same),
        duplicates_after=_duplicates(left, same),
    )


def _affordable(pairs: Sequence[MemoryPair], now: datetime) -> list[MemoryPair]:
    """Return as many pairs as the person's daily budget allows, nearest first."""
    cap: int = settings.CONSOLIDATION_PAIRS
    chosen = []
    for pair in pairs:
        if not Budget.objects.take(Kind.PAIRS, 1, now=now, cap=cap, person_id=pair.first.person_id):
            break
        chosen.append(pair)
    return chosen


def _judged(
    pairs: Sequence[MemoryPair], workspace_id: UUID, now: datetime
) -> list[tuple[MemoryPair, Judgement | None]]:
    """Return each pair with its judgement; None if none is needed."""
    doubtful = [pair for pair in pairs if not needs_no_judge(pair)]
    judgements = judge(doubtful, workspace_id=workspace_id, now=now)
    by_ids = dict(zip((pair.ids for pair in doubtful), judgements, strict=True))
    return [(pair, by_ids.get(pair.ids)) for pair in pairs]


def _settle(pair: MemoryPair, judgement: Judgement | None, actor: Actor, now: datetime) -> Verdict:
    """Merge a pair if both state the same, and record the comparison unless the pair has changed meanwhile."""
    verdict = Verdict.DIFFERENT
    if judgement is None or judgement.is_same:
        with scope.enter(actor.workspace_id):
            current = pair.reloaded(now=now)
        verdict = _merge(current, pair, judgement, actor, now) if current else Verdict.REFUSED
    if verdict is not Verdict.REFUSED:
        with scope.enter(actor.workspace_id):
            _record_comparison(pair, verdict, now=now)
    return verdict


def _merge(
    current: MemoryPair, judged: MemoryPair, judgement: Judgement | None, actor: Actor, now: datetime
) -> Verdict:
    """Merge a pair in its current state: an earlier merge of this run may have changed one of the texts."""
    if current.texts != judged.texts:
        if not is_duplicate(current):
            return Verdict.REFUSED
        judgement = Judgement(is_same=True, text="", judge=RULES)
    change = merge_of(current, judgement)
    outcome = submit(change, actor=actor, now=now) if change else None
    if isinstance(outcome, Applied):
        return Verdict.SAME
    return Verdict.QUEUED if isinstance(outcome, Queued) else Verdict.REFUSED


def _still_active(pool: Sequence[Memory], now: datetime) -> list[Memory]:
    ids = [memory.id for memory in pool]
    return list(Memory.objects.alive(now=now).select_related("current").filter(id__in=ids))


def _duplicates(pairs: Sequence[MemoryPair], judged: set[tuple[UUID, UUID]]) -> int:
    return len({pair.second.id for pair in pairs if pair.ids in judged or is_duplicate(pair)})


def _uncompared(pairs: Sequence[MemoryPair], *, now: datetime) -> list[MemoryPair]:
    """Return the pairs not compared for CONSOLIDATION_DAYS whose merge the person has never refused."""
    since = now - timedelta(days=settings.CONSOLIDATION_DAYS)
    prints = [pair.fingerprint for pair in pairs]
    known = PairFingerprint.objects.filter(pair_hash__in=prints, checked_at__gte=since)
    hashes = set(known.values_list("pair_hash", flat=True))
    refused = _refused(pairs)
    return [pair for pair in pairs if pair.fingerprint not in hashes and frozenset(map(str, pair.ids)) not in refused]


def _record_comparison(pair: MemoryPair, verdict: Verdict, *, now: datetime) -> None:
    PairFingerprint.objects.update_or_create(
        pair_hash=pair.fingerprint,
        defaults={"person_id": pair.first.person_id, "verdict": verdict, "checked_at": now},
    )


def _refused(pairs: Sequence[MemoryPair]) -> set[frozenset[str]]:
    """Return the pairs of ids whose merge the person refused."""
    ids = {one for pair in pairs for one in pair.ids}
    proposals = Proposal.objects.refused().filter(change__type="merge_memories", memory_id__in=ids)
    return {
        frozenset((str(memory_id), other))
        for memory_id, other in proposals.values_list("memory_id", "change__absorbed_id")
    }
