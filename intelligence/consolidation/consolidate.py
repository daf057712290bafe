"""One night's consolidation of a workspace (001 §4)."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, fields
from datetime import datetime
from uuid import UUID

from django.conf import settings

from consent.gate import submit
from consent.outcomes import Applied, Queued
from intelligence.consolidation.bands import RULES, Judgement, automatic, merge_of
from intelligence.consolidation.candidates import candidates
from intelligence.consolidation.fingerprints import drop_old, remember, uncompared
from intelligence.consolidation.judging import judge
from intelligence.consolidation.pairs import MemoryPair, is_duplicate, pairs_among
from intelligence.models import Budget, Kind
from memories.models import Memory
from memories.models.merge import Verdict
from workspaces import scope
from workspaces.actors import Actor, system_actor

JOB = "consolidate"
Held = Callable[[], AbstractContextManager[bool]]


@dataclass(frozen=True, slots=True)
class Report:
    """What a run did, as counts.

    `duplicates` are memories of the pool that have an older one beside them that says the same: by the rules, or by
    the judge of this run. `put_off` are people whose pairs wait, for the language model was not free.
    """

    pool: int = 0
    pairs: int = 0
    judged: int = 0
    merged: int = 0
    queued: int = 0
    duplicates_before: int = 0
    duplicates_after: int = 0
    put_off: int = 0

    def __add__(self, other: "Report") -> "Report":
        return Report(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(Report)))

    @property
    def figures(self) -> dict[str, float]:
        """For the job's record; the rates are shares of the pool as it was, 0..1."""
        counts = {each.name: float(getattr(self, each.name)) for each in fields(Report)}
        rates = {
            f"duplicate_rate_{when}": round(counts[f"duplicates_{when}"] / max(1, self.pool), 4)
            for when in ("before", "after")
        }
        return counts | rates


def consolidate(
    *, workspace_id: UUID, now: datetime, model_held: Held = lambda: nullcontext(enter_result=True)
) -> Report:
    """Find what says the same in one workspace and merge it through the gate; safe to run again.

    Each person has CONSOLIDATION_PAIRS comparisons a day. Model calls lie between short scopes (R25). `model_held`
    keeps the language model for the pairs of one person, and says whether it was free. Raises ModelUnavailable; what
    was merged until then stays.
    """
    with scope.enter(workspace_id):
        drop_old(now=now)
        pools = candidates(now=now)
    whole = Report()
    for pool in pools.values():
        with model_held() as is_free:
            whole += _of_person(pool, workspace_id, now) if is_free else Report(put_off=1)
    return whole


def _of_person(pool: Sequence[Memory], workspace_id: UUID, now: datetime) -> Report:
    with scope.enter(workspace_id):
        found = pairs_among(pool, now=now)
        affordable = _affordable(uncompared(found, now=now), now)
    judgements = _judged(affordable, workspace_id, now)
    actor = system_actor(workspace_id, JOB)
    verdicts = [_settle(pair, judgement, actor, now) for pair, judgement in judgements]
    same = {pair.ids for pair, judgement in judgements if judgement is None or judgement.is_same}
    with scope.enter(workspace_id):
        left = pairs_among(_living(pool, now), now=now)
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
    """As many as the person's day allows; the nearest come first."""
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
    """Each pair with its judgement, None where none is needed."""
    doubtful = [pair for pair in pairs if not automatic(pair)]
    told = dict(zip((pair.ids for pair in doubtful), judge(doubtful, workspace_id=workspace_id, now=now), strict=True))
    return [(pair, told.get(pair.ids)) for pair in pairs]


def _settle(pair: MemoryPair, judgement: Judgement | None, actor: Actor, now: datetime) -> Verdict:
    """Merge a pair if it comes to that, and remember that it was compared; not one that has changed meanwhile."""
    verdict = Verdict.DIFFERENT
    if judgement is None or judgement.is_same:
        with scope.enter(actor.workspace_id):
            present = pair.as_it_is(now=now)
        verdict = _merge(present, pair, judgement, actor, now) if present else Verdict.REFUSED
    if verdict is not Verdict.REFUSED:
        with scope.enter(actor.workspace_id):
            remember(pair, verdict, now=now)
    return verdict


def _merge(
    present: MemoryPair, judged: MemoryPair, judgement: Judgement | None, actor: Actor, now: datetime
) -> Verdict:
    """Merge a pair as it is now. An earlier merge of the run may have given one of them a text that says the same."""
    if present.texts != judged.texts:
        if not is_duplicate(present):
            return Verdict.REFUSED
        judgement = Judgement(is_same=True, text="", judge=RULES)
    change = merge_of(present, judgement)
    outcome = submit(change, actor=actor, now=now) if change else None
    if isinstance(outcome, Applied):
        return Verdict.SAME
    return Verdict.QUEUED if isinstance(outcome, Queued) else Verdict.REFUSED


def _living(pool: Sequence[Memory], now: datetime) -> list[Memory]:
    ids = [memory.id for memory in pool]
    return list(Memory.objects.alive(now=now).select_related("current").filter(id__in=ids))


def _duplicates(pairs: Sequence[MemoryPair], judged: set[tuple[UUID, UUID]]) -> int:
    return len({pair.second.id for pair in pairs if pair.ids in judged or is_duplicate(pair)})
