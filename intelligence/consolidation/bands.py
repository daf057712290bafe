"""What is done with two memories that say the same: the merge policy (001 §4, §13)."""

from dataclasses import dataclass

from django.conf import settings

from consent.changes import MergeMemories
from consent.detection.merge_thresholds import merge_thresholds
from intelligence.consolidation.pairs import MemoryPair, is_literal
from memories.models.choices import MergeBand
from memories.writing_rules import NotWritable, Style, check_writing

RULES = "rules"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a judge found of a pair. `text` says both, where they are the same fact; `judge` names who found it."""

    is_same: bool
    text: str
    judge: str


def automatic(pair: MemoryPair) -> bool:
    """Whether a pair needs no judge: nearly one vector, and one text that states no sensitive field."""
    if not is_literal(pair):
        return False
    bands = merge_thresholds(pair.texts)
    return bands.may_be_automatic and pair.cosine >= bands.high


def merge_of(pair: MemoryPair, judgement: Judgement | None) -> MergeMemories | None:
    """The change that a pair comes to; None where both stay (the band called fallback).

    Auto: one text, the older memory stays as it is. Update: the older gets the fuller text, or one that says both.
    Recreate: so far apart that a new memory says both. `judgement` None for what needs no judge.
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
    """The judge's text where it is well written (001 §9), else the fuller of the two."""
    fuller = max(pair.texts, key=len)
    if not judgement.text or judgement.text in pair.texts:
        return fuller
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
        reason="Both notes say the same.",
    )
