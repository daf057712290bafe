"""What the gate decided, as an operational event (001 §14)."""

from consent.changes import Change, DraftChange
from consent.outcomes import Applied, Outcome, Queued, Refused, Waiting
from consent.target import Target
from memories.authority import WriteAuthority
from memories.maintenance.record_event import record_event
from memories.models.operational_event import Node, Operation, Status
from workspaces.actors import ActorKind


def track_decision(change: Change, outcome: Outcome, target: Target | Refused, authority: WriteAuthority) -> None:
    """Note one classify: ok when something was kept or waits for its person, skipped when nothing came of it."""
    found = target if isinstance(target, Target) else None
    is_kept = isinstance(outcome, Queued | Waiting) or (isinstance(outcome, Applied) and outcome.event is not None)
    asked = change.draft if isinstance(change, DraftChange) else change
    record_event(
        node=Node.WORKER if authority.actor.kind is ActorKind.SYSTEM else Node.HOTPATH,
        op=Operation.CLASSIFY,
        status=Status.OK if is_kept else Status.SKIPPED,
        now=authority.now,
        person_id=found.person_id if found else None,
        thread_id=asked.thread_id,
        memory_id=None if isinstance(outcome, Refused) else outcome.memory_id,
        category=found.category if found else "",
    )
