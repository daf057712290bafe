"""Judges whether pairs state the same fact, and derives the merge from it (001 §4, §13)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext_noop

from consent.changes import MergeMemories
from consent.detection.merge_thresholds import merge_thresholds
from intelligence.consolidation.pairs import MemoryPair, is_literal, is_numeric_step
from intelligence.model_access import ask
from memories.models.choices import MergeBand
from memories.models.merge import RULES
from memories.writing_rules import NotWritable, Style, check_writing
from providers.llm.tasks import Pair, judge_pairs

# 001 §4: five to ten in one prompt.
BATCH = 8


@dataclass(frozen=True, slots=True)
class Judgement:
    """A judgement of a pair. `text` states both if they are the same fact; `judge` names the judge."""

    is_same: bool
    text: str
    judge: str


DIFFERENT = Judgement(is_same=False, text="", judge="")


def judge(pairs: Sequence[MemoryPair], *, workspace_id: UUID, now: datetime) -> list[Judgement]:
    """Return one judgement per pair, in order; a pair without a verdict counts as different.

    Outside any scope: it may call an endpoint. Raises ModelUnavailable.
    """
    return [
        judgement
        for start in range(0, len(pairs), BATCH)
        for judgement in _judge_batch(pairs[start : start + BATCH], workspace_id, now)
    ]


def _judge_batch(batch: Sequence[MemoryPair], workspace_id: UUID, now: datetime) -> list[Judgement]:
    texts = [Pair(first=first, second=second) for first, second in (pair.texts for pair in batch)]
    completion = ask(judge_pairs(texts), workspace_id=workspace_id, now=now)
    found = {
        verdict.pair: Judgement(verdict.same_fact, verdict.merged, completion.made_by)
        for verdict in completion.answer.verdicts
    }
    return [found.get(place, DIFFERENT) for place in range(len(batch))]


def needs_no_judge(pair: MemoryPair) -> bool:
    """Whether a pair merges automatically: nearly the same vector, the same text, and no sensitive field in it."""
    if not is_literal(pair):
        return False
    thresholds = merge_thresholds(pair.texts)
    return thresholds.may_be_automatic and pair.cosine >= thresholds.high


def merge_of(pair: MemoryPair, judgement: Judgement | None) -> MergeMemories | None:
    """Return the merge of a pair; None if both memories stay (band "fallback").

    Auto: same text, the older memory stays as it is. Update: the older gets the fuller text, or one that states both.
    Recreate: they are so far apart that a new memory states both. `judgement` None means that no judge was needed.
    """
    if judgement is None:
        return _change(pair, MergeBand.AUTO, "", RULES)
    if not judgement.is_same or pair.cosine < merge_thresholds(pair.texts).low:
        return None
    text = _text_for(pair, judgement)
    if text in pair.texts or pair.cosine >= settings.CONSOLIDATION_RECREATE:
        return _change(pair, MergeBand.UPDATE, text, judgement.judge)
    return _change(pair, MergeBand.RECREATE, text, judgement.judge)


def _text_for(pair: MemoryPair, judgement: Judgement) -> str:
    """Return the judge's text if it is well written (001 §9), or the newer of two numbers, else the fuller text."""
    fuller = max(pair.texts, key=len)
    if not judgement.text or judgement.text in pair.texts:
        return judgement.text if judgement.text and is_numeric_step(*pair.texts) else fuller
    try:
        return check_writing(judgement.text, style=Style.SEMANTIC).text
    except NotWritable:
        return fuller


def _change(pair: MemoryPair, band: MergeBand, content: str, judge: str) -> MergeMemories:
    return MergeMemories(
        memory_id=pair.first.id,
        expected_change_id=pair.first.change_id,
        absorbed_id=pair.second.id,
        absorbed_change_id=pair.second.change_id,
        band=band,
        content=content,
        judge=judge[:64],
        cosine=round(pair.cosine, 4),
        reason=gettext_noop("Both notes say the same."),
    )
