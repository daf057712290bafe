"""The operational event that the write gateway records for each decided change (001 §14)."""

from consent.changes import Change
from consent.detection.json_values import name_readings
from consent.outcomes import Applied, Outcome, Queued, Refused, Waiting
from consent.snapshot import BatchSnapshot
from consent.target import Target
from memories.authority import WriteAuthority
from memories.maintenance.record_event import record_event
from memories.models.operational_event import Node, Operation, Status
from workspaces.actors import Actor, ActorKind


def node_of(actor: Actor) -> Node:
    return Node.WORKER if actor.kind is ActorKind.SYSTEM else Node.HOTPATH


def record_classification(
    change: Change, outcome: Outcome, target: Target | Refused, snapshot: BatchSnapshot, authority: WriteAuthority
) -> None:
    """Record one classify event (001 §14): ok if something was stored or waits, else skipped. A thread whose name
    states something sensitive is recorded only if the change was applied."""
    found = target if isinstance(target, Target) else None
    is_named = isinstance(outcome, Applied) or not snapshot.detected.is_any(name_readings(change.origin.thread_id))
    is_stored = isinstance(outcome, Queued | Waiting) or (isinstance(outcome, Applied) and outcome.event is not None)
    record_event(
        node=node_of(authority.actor),
        op=Operation.CLASSIFY,
        status=Status.OK if is_stored else Status.SKIPPED,
        now=authority.now,
        person_id=found.person_id if found else None,
        thread_id=change.origin.thread_id if is_named else "",
        memory_id=None if isinstance(outcome, Refused) else outcome.memory_id,
        category=found.category if found else "",
        inserts=authority.inserts,
    )
