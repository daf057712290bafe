"""The outcomes of imported records."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from consent.changes import Change, WriteMemory
from consent.outcomes import Applied, Outcome, Queued, Refusal, Refused, Waiting
from memories.models.choices import Event, MemoryType

IN_CATEGORY = "in:"  # before a category that records name, where they are counted


def outcome_name(outcome: Outcome) -> str:
    """Return the name by which a record's outcome is counted."""
    match outcome:
        case Applied(event=None | Event.MERGE):
            return "unchanged"
        case Applied(event=Event.UPDATE):
            return "changed"
        case Applied():
            return "stored"
        case Queued() | Waiting():
            return "waiting"
        case Refused(reason=Refusal.REFUSED_BEFORE):
            return "refused_before"
        case _:
            return "refused"


def tally(results: Sequence[tuple[Change, Outcome]], *, now: datetime) -> Counter[str]:
    """Count the records by outcome, and the memories without a category (`unfiled`), by named category (`in:NAME`), and
    already expired (`expired`)."""
    counts = Counter(outcome_name(outcome) for _change, outcome in results)
    for change, outcome in results:
        if not isinstance(change, WriteMemory) or outcome_name(outcome) not in ("stored", "changed", "waiting"):
            continue
        draft = change.draft
        if draft.category:
            counts[IN_CATEGORY + draft.category] += 1
        elif draft.memory_type in (None, MemoryType.SEMANTIC) and outcome_name(outcome) != "changed":
            counts["unfiled"] += 1
        if draft.expires_at and draft.expires_at <= now and outcome_name(outcome) != "waiting":
            counts["expired"] += 1
    return counts
