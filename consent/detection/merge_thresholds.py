"""How similar two texts must be before they are merged: more so if they state a field of the person (001 §10)."""

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
    """Return the bands of a merge of these texts.

    Stricter than usual if a text states a field of the person, and never automatic if that field is sensitive: the gate
    asks the person whatever a judge says.
    """
    if any(statements.sensitive(text) for text in texts):
        return MergeThresholds(settings.FACT_MERGE_LOW, settings.FACT_MERGE_HIGH, may_be_automatic=False)
    if any(_states_field(text) for text in texts):
        return MergeThresholds(settings.FACT_MERGE_LOW, settings.FACT_MERGE_HIGH, may_be_automatic=True)
    return MergeThresholds(settings.CONSOLIDATION_LOW, settings.CONSOLIDATION_HIGH, may_be_automatic=True)


def _states_field(text: str) -> bool:
    """Whether a text states a field, as an agent's note or as the person's own words."""
    return any(statements.find(text, role=role) for role in ("assistant", "user"))
