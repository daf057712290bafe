"""Optimistic concurrency of rows that carry the id of their last change."""

from uuid import UUID


class ChangedMeanwhile(Exception):
    """The row is no longer the one that the caller has seen."""


def check_unchanged(found: UUID | None, expected: UUID | None) -> None:
    """Raise ChangedMeanwhile unless the last change is the one expected; None expects nothing."""
    if expected is not None and found != expected:
        raise ChangedMeanwhile("It was changed meanwhile; read it again.")
