"""Asking a judge, the rules or a language model, whether pairs state the same fact."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from uuid import UUID

from intelligence.consolidation.bands import Judgement
from intelligence.consolidation.pairs import MemoryPair
from intelligence.model_access import ask
from providers.llm.tasks import Pair, judge_pairs

# 001 §4: five to ten in one prompt.
BATCH = 8
DIFFERENT = Judgement(is_same=False, text="", judge="")


def judge(pairs: Sequence[MemoryPair], *, workspace_id: UUID, now: datetime) -> list[Judgement]:
    """One judgement a pair, in order; a pair that the judge said nothing of is different.

    Outside any scope: it may call an endpoint. Raises ModelUnavailable.
    """
    return [found for batch in _batches(pairs) for found in _judge_batch(batch, workspace_id, now)]


def _judge_batch(batch: Sequence[MemoryPair], workspace_id: UUID, now: datetime) -> list[Judgement]:
    told = [Pair(first=first, second=second) for first, second in (pair.texts for pair in batch)]
    completion = ask(judge_pairs(told), workspace_id=workspace_id, now=now)
    found = {
        verdict.pair: Judgement(verdict.same_fact, verdict.merged, completion.made_by)
        for verdict in completion.answer.verdicts
    }
    return [found.get(place, DIFFERENT) for place in range(len(batch))]


def _batches(pairs: Sequence[MemoryPair]) -> Iterator[Sequence[MemoryPair]]:
    for start in range(0, len(pairs), BATCH):
        yield pairs[start : start + BATCH]
