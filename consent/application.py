"""Carrying out a change inside the gate's transaction: the only caller of `memories.actions`."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from uuid import UUID

from consent.changes import (
    AttachArtifact,
    Change,
    DetachArtifact,
    DraftChange,
    ForgetMemory,
    IngestSource,
    JoinStatement,
    LinkMemories,
    MergeMemories,
    ReadmitMemory,
    RejectMemory,
    RestoreMemory,
    SetFact,
    UndoMerge,
    UnlinkMemories,
    WriteMemory,
)
from consent.changes.merge import key_of_merge
from consent.outcomes import Applied
from consent.preparation import PreparedChange
from consent.proposals.queue_statements import queue_statements
from consent.target import Target
from memories import cache
from memories.actions.attach_artifact import attach_artifact, detach_artifact
from memories.actions.join_statement import join_statement
from memories.actions.lifecycle import forget_memory, readmit_memory, reject_memory, restore_memory
from memories.actions.link_memories import link_memories, set_dependencies, unlink_memories
from memories.actions.link_references import link_references
from memories.actions.merge_memories import Finding, merge_into_new, merge_memories, unmerge
from memories.actions.record_history import record_provenance
from memories.actions.write_fact import write_fact
from memories.actions.write_memory import write_memory
from memories.actions.write_source import write_source
from memories.actions.writer import Written
from memories.authority import WriteAuthority
from memories.models import Artifact, Memory
from memories.models.choices import MergeBand, RelationType
from memories.preparation import PreparedText


def apply(
    item: PreparedChange, target: Target, authority: WriteAuthority, *, evidence: Sequence[tuple[str, str]] = ()
) -> Applied:
    """Apply a change whose address is locked and whose target was found.

    `evidence` are the signals that corroborated it: who told it, and by what.
    """
    made = item.change.draft if isinstance(item.change, DraftChange) else item.change
    authority = replace(authority, thread_id=made.thread_id, session_id=made.session_id)
    before, was_cut = target.base_version, target.is_cut
    if isinstance(item.change, LinkMemories):
        return _link(item.change, target, authority)
    written = _write(item, target, authority)
    memory = written.memory
    waiting: tuple[UUID, ...] = ()
    if isinstance(item.change, DraftChange) and (item.cuts or was_cut):
        waiting = queue_statements(item=item, memory=memory, authority=authority, is_new=memory.version != before)
    if memory.version != before:
        link_references(memory=memory, authority=authority)
    if written.event or _event_of(item.change):
        _trace(memory, item.change, authority, evidence)
    cache.renew_on_commit(memory)
    return Applied(memory.id, memory.version, written.event, waiting)


def _write(item: PreparedChange, target: Target, authority: WriteAuthority) -> Written:
    match item.change:
        case WriteMemory() | SetFact() | IngestSource():
            return _write_draft(item, target, authority)
        case MergeMemories():
            return _merge(item.change, item.text, target, authority)
        case RejectMemory() | ReadmitMemory():
            assert target.memory is not None
            judge = reject_memory if isinstance(item.change, RejectMemory) else readmit_memory
            return judge(memory=target.memory, authority=authority)
        case UndoMerge():
            assert target.memory is not None
            return unmerge(
                memory=target.memory, former=target.version, prepared=target.version_text, authority=authority
            )
        case _:
            return _change_by_id(item.change, target, authority)


def _write_draft(item: PreparedChange, target: Target, authority: WriteAuthority) -> Written:
    change = item.change
    if isinstance(change, IngestSource):
        return write_source(
            memory=target.memory,
            draft=change.draft,
            prepared=item.text,
            authority=authority,
            default_category=target.category,
            redactions=list(item.redactions),
            excisions=item.excisions,
        )
    assert item.text is not None
    if isinstance(change, SetFact):
        return write_fact(memory=target.memory, draft=change.draft, prepared=item.text, authority=authority)
    assert isinstance(change, WriteMemory)
    written = write_memory(
        memory=target.memory,
        draft=change.draft,
        prepared=item.text,
        authority=authority,
        default_category=target.category,
        redactions=list(item.redactions),
        excisions=item.excisions,
    )
    _add_evidence(change, written.memory, authority)
    return written


def _add_evidence(change: WriteMemory, memory: Memory, authority: WriteAuthority) -> None:
    draft = change.draft
    named = {RelationType.DERIVED_FROM: draft.derived_from, RelationType.DEPENDS_ON: draft.depends_on}
    rests = {kind: ids for kind, ids in named.items() if ids or str(kind) in draft.cleared}
    if rests:
        set_dependencies(memory=memory, sources=rests, authority=authority)
    for artifact in Artifact.objects.filter(id__in=draft.artifact_refs) if draft.artifact_refs else ():
        attach_artifact(memory=memory, artifact=artifact, authority=authority)


def _change_by_id(change: Change, target: Target, authority: WriteAuthority) -> Written:
    memory = target.memory
    assert memory is not None
    match change:
        case ForgetMemory():
            return forget_memory(memory=memory, authority=authority)
        case JoinStatement():
            return join_statement(
                memory=memory, excision_id=change.excision_id, statement=change.statement, authority=authority
            )
        case UnlinkMemories() if target.relation is not None:
            return unlink_memories(memory=memory, relation=target.relation, authority=authority)
        case AttachArtifact() if target.artifact is not None:
            return attach_artifact(memory=memory, artifact=target.artifact, authority=authority)
        case DetachArtifact() if target.artifact is not None:
            return detach_artifact(memory=memory, artifact=target.artifact, authority=authority)
    assert isinstance(change, RestoreMemory) and target.version is not None and target.version_text is not None
    return restore_memory(memory=memory, version=target.version, prepared=target.version_text, authority=authority)


def _merge(change: MergeMemories, text: PreparedText | None, target: Target, authority: WriteAuthority) -> Written:
    memory, other = target.memory, target.other
    assert memory is not None and other is not None
    finding = Finding(change.band, change.judge, change.cosine)
    if change.band != MergeBand.RECREATE:
        return merge_memories(
            kept=memory, absorbed=other, content=change.content, prepared=text, finding=finding, authority=authority
        )
    assert text is not None
    return merge_into_new(
        sources=[memory, other],
        key=key_of_merge(change),
        content=change.content,
        prepared=text,
        existing=target.made,
        finding=finding,
        authority=authority,
    )


def _link(change: LinkMemories, target: Target, authority: WriteAuthority) -> Applied:
    memory, other = target.memory, target.other
    assert memory is not None and other is not None
    written, relation = link_memories(
        memory=memory,
        other=other,
        relation_type=change.relation_type,
        strength=change.strength,
        authority=authority,
    )
    if written.event:
        _trace(memory, change, authority)
    return Applied(memory.id, memory.version, written.event, relation_id=relation.id)


def _trace(
    memory: Memory, change: Change, authority: WriteAuthority, corroborating: Sequence[tuple[str, str]] = ()
) -> None:
    record_provenance(
        memory=memory,
        evidence=dict.fromkeys([*_evidence(change, authority), *corroborating]),
        authority=authority,
        at_once=bool(_event_of(change)),
    )


def _event_of(change: Change) -> str:
    return change.draft.source_event_id if isinstance(change, DraftChange) else ""


def _evidence(change: Change, authority: WriteAuthority) -> Iterator[tuple[str, str]]:
    """Who said it, or which source, and by which event: a source's, a turn, or else the change itself."""
    who = authority.actor.label
    if isinstance(change, DraftChange):
        source = change.draft.source if isinstance(change, IngestSource) else who
        who = change.draft.source_identity or source
    event_id = _event_of(change)
    turn_id = change.draft.evidence_turn_id if isinstance(change, DraftChange) else None
    if event_id:
        yield who, event_id
    if turn_id:
        yield authority.actor.label, f"turn:{turn_id}"
    if not event_id and not turn_id:
        yield who, f"change:{authority.id}"
