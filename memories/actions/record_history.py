import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from conversations.actions.record_change import LoggedChange, record_change
from memories.actions.mark_dependents_stale import INVALIDATING, invalidates_dependents, mark_dependents_stale
from memories.authority import WriteAuthority
from memories.hashes import commitment, digest_of
from memories.maintenance.record_event import record_event
from memories.models import History, HistorySalt, Memory, MemoryVersion, Provenance, Relation
from memories.models.choices import DetectedBy, Event, MemoryType
from memories.models.operational_event import Node, Operation
from workspaces import scope, sensitivity
from workspaces.actors import Actor, ActorKind
from workspaces.models import uuid7
from workspaces.round_trip import inserts_of

SALT_BYTES = 16
OPERATIONS = {
    Event.ADD: Operation.CREATE,
    Event.UPDATE: Operation.UPDATE,
    Event.DELETE: Operation.DELETE,
    Event.MERGE: Operation.MERGE,
    Event.LINK: Operation.LINK,
    Event.TTL: Operation.TTL,
    Event.RESTORE: Operation.RESTORE,
    Event.PURGE: Operation.PURGE,
}


def record_history(
    *,
    memory: Memory,
    event: Event,
    authority: WriteAuthority,
    old_version_id: UUID | None = None,
    new_version: MemoryVersion | None = None,
    meta: dict[str, Any] | None = None,
    bullet: str = "",
    shown_as: Event | None = None,
    sim: float | None = None,
) -> None:
    """Append one row of History with its salted commitment, and the line that the delta header shows.

    `shown_as` is the event of that line if it differs; `sim` goes into the operational event (001 §14).
    """
    row = _salted(
        digest_of(new_version) if new_version else "",
        authority.actor,
        memory_id=memory.id,
        person_id=memory.person_id,
        namespace_path=memory.namespace_path,
        category=memory.category,
        sensitivity_rank=sensitivity.rank(memory.sensitivity),
        event=event,
        old_version_id=old_version_id,
        new_version_id=new_version.id if new_version else None,
        meta=meta or {},
        decision_id=authority.decision_id,
        change_id=authority.id,
        created_at=authority.now,
    )
    authority.inserts.add(row)
    _record_operation(memory, event, authority, sim)
    has_new_version = new_version is not None and new_version.id != old_version_id
    if event in INVALIDATING and invalidates_dependents(memory, event, has_new_version=has_new_version):
        mark_dependents_stale(memory, event, authority)
    # Working memories of one conversation are not announced to others (R30).
    if memory.person_id is not None and bullet and memory.memory_type != MemoryType.WORKING:
        record_change(_line(memory, memory.person_id, shown_as or event, authority, bullet))


def record_found_links(
    memory: Memory,
    edges: Sequence[Relation],
    by: DetectedBy,
    authority: WriteAuthority,
    *,
    done: Literal["count", "unlinked"] = "count",
) -> None:
    """Append one row about edges that the server added or removed, with the memories at their other ends."""
    if edges:
        others = [str(edge.other_end(memory.id)) for edge in edges]
        meta = {"by": by, done: len(edges), "others": others}
        record_history(memory=memory, event=Event.LINK, authority=authority, meta=meta)


def record_consent(
    *,
    proposal_id: UUID,
    memory_id: UUID | None,
    person_id: UUID | None,
    namespace_path: str,
    category: str,
    sensitivity_rank: int,
    verdict: str,
    decision_id: UUID,
    actor: Actor,
    now: datetime,
    receipt: str = "",
) -> None:
    """Append the row of a proposal's end; the change that an approval applies has its own row.

    `receipt` is the hash of the receipt issued for it, so that the row's seal covers the receipt too.
    """
    row, salt = _salted(
        verdict,
        actor,
        memory_id=memory_id,
        person_id=person_id,
        namespace_path=namespace_path,
        category=category,
        sensitivity_rank=sensitivity_rank,
        event=Event.CONSENT,
        meta={"verdict": verdict, "proposal_id": str(proposal_id)} | ({"receipt": receipt} if receipt else {}),
        decision_id=decision_id,
        change_id=decision_id,
        created_at=now,
    )
    scope.send_later(*inserts_of([row]), *inserts_of([salt]))


def record_provenance(
    *, memory: Memory, evidence: Iterable[tuple[str, str]], authority: WriteAuthority, at_once: bool
) -> None:
    """Record the origin of a memory's version (003): (identity, event) pairs.

    `at_once` if a later change of the same batch may be the same event; else a batch's rows are written together.
    """
    authority.inserts.add(
        Provenance(
            memory=memory,
            source_identity=identity[:128],
            source_event=event[:300],
            version=memory.version,
            created_at=authority.now,
        )
        for identity, event in evidence
    )
    if at_once:
        authority.inserts.flush()


def record_about_person(
    *,
    person_id: UUID | None,
    event: Event,
    meta: dict[str, Any],
    actor: Actor,
    now: datetime,
    namespace_path: str = "",
) -> History:
    """Append a row about all data of a person, or of the workspace. It commits to no content and has no salt."""
    return History.objects.create(
        person_id=person_id,
        namespace_path=namespace_path,
        category="",
        event=event,
        commitment=commitment(secrets.token_bytes(SALT_BYTES), ""),
        meta=meta,
        actor_kind=actor.kind,
        actor_id=actor.id,
        actor_label=actor.label[:128],
        key_id=actor.key_id,
        change_id=uuid7(),
        created_at=now,
    )


def _salted(stated: str, actor: Actor, **columns: Any) -> tuple[History, HistorySalt]:
    """Return a row that commits to the stated content, and the salt of its commitment."""
    salt = secrets.token_bytes(SALT_BYTES)
    row = History(
        commitment=commitment(salt, stated),
        actor_kind=actor.kind,
        actor_id=actor.id,
        actor_label=actor.label[:128],
        key_id=actor.key_id,
        **columns,
    )
    return row, HistorySalt(history_id=row.id, salt=salt)


def _line(memory: Memory, person_id: UUID, event: Event, authority: WriteAuthority, bullet: str) -> LoggedChange:
    """Return the line of the delta header (001 §1)."""
    return LoggedChange(
        person_id=person_id,
        memory_id=memory.id,
        event=event,
        category=memory.category,
        sensitivity_rank=sensitivity.rank(memory.sensitivity),
        importance=memory.importance,
        importance_level=memory.importance_level,
        text=bullet,
        thread_id=authority.thread_id,
        session_id=authority.session_id,
        is_everywhere=not authority.actor.is_agent,
    )


def _record_operation(memory: Memory, event: Event, authority: WriteAuthority, sim: float | None) -> None:
    node = Node.WORKER if authority.actor.kind is ActorKind.SYSTEM else Node.HOTPATH
    record_event(
        node=Node.EPISODIC if memory.memory_type == MemoryType.EPISODIC else node,
        op=OPERATIONS[event],
        now=authority.now,
        person_id=memory.person_id,
        thread_id=authority.thread_id,
        memory_id=memory.id,
        category=memory.category,
        sim=sim,
        inserts=authority.inserts,
    )
