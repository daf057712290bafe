"""Sensitivity labels and their order (R27)."""

from typing import Final

PUBLIC: Final = "public"
INTERNAL: Final = "internal"
CONFIDENTIAL: Final = "confidential"
RESTRICTED: Final = "restricted"
LABELS: Final = (PUBLIC, INTERNAL, CONFIDENTIAL, RESTRICTED)


def rank(label: str) -> int:
    """0 (public) to 3 (restricted); a label that is not ours ranks as restricted."""
    return LABELS.index(label) if label in LABELS else len(LABELS) - 1
