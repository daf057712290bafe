"""What becomes of a record that is imported."""

from consent.changes import Change, WriteMemory
from consent.outcomes import Applied, Outcome, Queued, Refusal, Refused, Waiting
from memories.models.choices import Event, MemoryType


def fate(outcome: Outcome) -> str:
    """The name under which a record is counted."""
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


def is_unfiled(change: Change, outcome: Outcome) -> bool:
    """Whether it becomes a memory that is filed where all is that nobody files elsewhere."""
    if not isinstance(change, WriteMemory) or fate(outcome) not in ("stored", "waiting"):
        return False
    return not change.draft.category and change.draft.memory_type in (None, MemoryType.SEMANTIC)
