"""Rules that never apply, because one before them applies to all that they do."""

from collections.abc import Iterator, Sequence

from consent.models import Policy
from consent.models.policy import Outcome
from consent.policies.file import APPLIES_TO

FREE = (Outcome.APPLY, Outcome.CORROBORATION)


def covered(rules: Sequence[Policy]) -> Iterator[tuple[int, int]]:
    """The number of each such rule in this order, from 1 on, and that of the first which covers it."""
    for number, rule in enumerate(rules, start=1):
        before = (place for place, other in enumerate(rules[: number - 1], start=1) if _covers(other, rule))
        if (earlier := next(before, None)) is not None:
            yield number, earlier


def _covers(earlier: Policy, later: Policy) -> bool:
    """One that names no field and is free leaves sensitive fields to the rules below it, but for one that says the
    same of them as it does."""
    is_wider = all(getattr(earlier, name) in (None, "", getattr(later, name)) for name in APPLIES_TO)
    is_same = all(getattr(earlier, name) == getattr(later, name) for name in (*APPLIES_TO, "outcome"))
    return is_same or (is_wider and (earlier.names_field or earlier.outcome not in FREE))
