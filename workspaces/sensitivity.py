"""Sensitivity labels and their order (R27)."""

from collections.abc import Iterable
from typing import Final

PUBLIC: Final = "public"
INTERNAL: Final = "internal"
CONFIDENTIAL: Final = "confidential"
RESTRICTED: Final = "restricted"
LABELS: Final = (PUBLIC, INTERNAL, CONFIDENTIAL, RESTRICTED)


def rank(label: str) -> int:
    """0 (public) to 3 (restricted); a label that is not ours ranks as restricted."""
    return LABELS.index(label) if label in LABELS else len(LABELS) - 1


def with_less(labels: Iterable[str]) -> tuple[str, ...]:
    """These labels and all that are less sensitive than one of ours among them, the least sensitive first."""
    named = dict.fromkeys(labels)
    highest = max((LABELS.index(label) for label in named if label in LABELS), default=0)
    return *LABELS[:highest], *(label for label in named if label not in LABELS[:highest])
