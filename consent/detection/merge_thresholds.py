"""How near two texts must be before they are merged: nearer where a field of the person is told (001 §10)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings

from providers import statements


@dataclass(frozen=True, slots=True)
class MergeThresholds:
    """Cosines: below `low` both texts stay; from `high` on the same text is merged without a judge, if
    `may_be_automatic`."""

    low: float
    high: float
    may_be_automatic: bool


def merge_thresholds(texts: Sequence[str]) -> MergeThresholds:
    """The bands of a merge of these texts.

    The usual ones, stricter ones where a text tells any field of the person, and no automatism where that field is
    sensitive: the gate asks the person whatever a judge says.
    """
    if any(statements.sensitive(text) for text in texts):
        return MergeThresholds(settings.FACT_MERGE_LOW, settings.FACT_MERGE_HIGH, may_be_automatic=False)
    if any(_names_a_field(text) for text in texts):
        return MergeThresholds(settings.FACT_MERGE_LOW, settings.FACT_MERGE_HIGH, may_be_automatic=True)
    return MergeThresholds(settings.CONSOLIDATION_LOW, settings.CONSOLIDATION_HIGH, may_be_automatic=True)


def _names_a_field(text: str) -> bool:
    """As an agent's note or as the person's own words."""
    return any(statements.find(text, role=role) for role in ("assistant", "user"))
