"""Merging memories that say the same, and undoing a merge (001 §4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memories import cache, preparation
from memories.actions.lifecycle import forget_memory, restore_memory, revive
from memories.actions.record_history import record_history
from memories.actions.write_memory import write_memory
from memories.actions.writer import Content, Written, add_version, bullet_of, save_head, set_attributes
from memories.authority import WriteAuthority
from memories.drafts import MemoryDraft
from memories.models import Memory, MemoryVersion, Merge, Relation
from memories.models.choices import (
    TRUST_ORDER,
    DetectedBy,
    Event,
    LifecycleState,
    MemoryType,
    MergeBand,
    RelationType,
    Trust,
    ValidationStatus,
)
from memories.models.merge import RULES, STAFF
from memories.preparation import PreparedText

ATTRIBUTES = ("importance", "confidence", "pinned", "tags", "trust", "validation_status")


@dataclass(frozen=True, slots=True)
class Finding:
    """Why two memories are merged: who judged them to say the same, their cosine, and the band of the merge."""

    band: MergeBand
    judge: str
    cosine: float


def merge_memories(
    *,
    kept: Memory,
    absorbed: Memory,
    content: str,
    prepared: PreparedText | None,
    finding: Finding,
    authority: WriteAuthority,
) -> Written:
    """Merge one memory into another; the caller has locked both addresses.

    The kept one gets `content` as its next version; without a content its text stays. The other is unchanged and
    superseded: excluded from every read except by id. The result has the lower trust of the two.
    """
    before = {name: getattr(kept, name) for name in ATTRIBUTES}
    former_id, former_version = kept.current_id, kept.version
    _combine(kept, [kept, absorbed])
    version = _rewrite(kept, content, prepared, authority) if content and prepared else None
    save_head(kept, authority)
    attributes = {name: [was, getattr(kept, name)] for name, was in before.items() if was != getattr(kept, name)}
    _record_merge(
        kept, [absorbed], finding, authority, old_version_id=former_id if version else None, new_version=version
    )
    _absorb(kept, absorbed, finding, authority, former_version=former_version, attributes=attributes)
    return Written(kept, Event.MERGE)


def merge_repetition(*, memory: Memory, authority: WriteAuthority) -> Written:
    """Record that a memory's text was written again (R38): it stays as it is, with a history row."""
    meta = {"band": MergeBand.AUTO, "judge": RULES, "cosine": 1.0, "repeated": True}
    bullet = f"Combined 2 notes: {bullet_of(memory)}"
    record_history(
        memory=memory,
        event=Event.MERGE,
        authority=authority,
        old_version_id=memory.current_id,
        meta=meta,
        bullet=bullet,
        sim=1.0,
    )
    return Written(memory, Event.MERGE)


def merge_into_new(
    *,
    sources: Sequence[Memory],
    key: str,
    content: str,
    prepared: PreparedText,
    existing: Memory | None,
    finding: Finding,
    authority: WriteAuthority,
) -> Written:
    """Merge all of the sources into a new memory at `key`; they are superseded.

    `existing` is the memory at that key, if there is one.
    """
    first = sources[0]
    draft = draft_for(first, key=key, content=content)
    made = write_memory(
        memory=existing, draft=draft, prepared=prepared, authority=authority, default_category=first.category
    )
    memory = made.memory
    _combine(memory, sources, own_trust=authority.trust)
    save_head(memory, authority)
    _record_merge(memory, sources, finding, authority)
    for source in sources:
        _absorb(memory, source, finding, authority, former_version=0, attributes={})
        _link(memory, source, RelationType.DERIVED_FROM, finding, authority)
    return made


def draft_for(memory: Memory, *, key: str, content: str) -> MemoryDraft:
    """Return a draft of a new memory with the same namespace and attributes."""
    return MemoryDraft(
        namespace=tuple(memory.namespace),
        key=key,
        content=content,
        memory_type=MemoryType(memory.memory_type),
        category=memory.category,
        sensitivity=memory.sensitivity,
    )


def unmerge(
    *, memory: Memory, former: MemoryVersion | None, prepared: PreparedText | None, authority: WriteAuthority
) -> Written:
    """Undo the last merge into a memory: its sources are active again, and its earlier text is current.

    Later changes of it stay. `former` is the version it had before the merge; None where the merge created it, and
    then it is forgotten.
    """
    last = Merge.objects.last_into(memory)
    assert last is not None
    for merge in list(Merge.objects.made_with(last)):
        absorbed = Memory.objects.select_related("current").get(id=merge.absorbed_id)
        revive(absorbed, authority, unmerged_from=memory)
        cache.forget_links_on_commit([absorbed.id])
    cache.forget_links_on_commit([memory.id])
    if last.former_version == 0:
        return forget_memory(memory=memory, authority=authority)
    _undo_merge(memory, last, former, prepared, authority)
    return Written(memory, Event.RESTORE)


def attributes_before(memory: Memory, merge: Merge) -> dict[str, Any]:
    """Return the attributes that a merge changed: their former values, or the present ones if changed since."""
    values = {name: getattr(memory, name) for name in ATTRIBUTES}
    return values | {name: was for name, (was, became) in merge.attributes.items() if values[name] == became}


def is_rewritten_by(merge: Merge, memory: Memory) -> bool:
    """Whether the text that a merge wrote is still current."""
    return merge.merged_version != merge.former_version and memory.version == merge.merged_version


def _undo_merge(
    memory: Memory, merge: Merge, former: MemoryVersion | None, prepared: PreparedText | None, authority: WriteAuthority
) -> None:
    values = attributes_before(memory, merge)
    if is_rewritten_by(merge, memory) and former is not None and prepared is not None:
        restore_memory(memory=memory, version=former, prepared=prepared, authority=authority)
    for name, value in values.items():
        setattr(memory, name, value)
    save_head(memory, authority)
    record_history(
        memory=memory,
        event=Event.RESTORE,
        authority=authority,
        meta={"undone": str(merge.id)},
        bullet=bullet_of(memory),
    )


def combined_attributes(sources: Sequence[Memory]) -> dict[str, Any]:
    """Return the combined attributes: the highest importance, the lowest confidence, all tags."""
    return {
        "importance": max(source.importance for source in sources),
        "confidence": min(source.confidence for source in sources),
        "pinned": any(source.pinned for source in sources),
        "tags": sorted({tag for source in sources for tag in source.tags}),
    }


def _combine(memory: Memory, sources: Sequence[Memory], own_trust: Trust = Trust.PERSON) -> None:
    set_attributes(memory, combined_attributes(sources))
    memory.trust = lowest_trust([own_trust, *(Trust(source.trust) for source in sources)])
    are_verified = all(source.validation_status == ValidationStatus.VERIFIED for source in sources)
    memory.validation_status = ValidationStatus.VERIFIED if are_verified else ValidationStatus.UNVERIFIED


def lowest_trust(levels: Sequence[Trust]) -> Trust:
    return min(levels, key=TRUST_ORDER.index)


def _rewrite(memory: Memory, content: str, prepared: PreparedText, authority: WriteAuthority) -> MemoryVersion | None:
    current = memory.current
    if current is None or current.content == content:
        return None
    text = preparation.with_heading(prepared, content, title=current.title)
    return add_version(memory, rewritten(current, content), text, authority)


def rewritten(version: MemoryVersion, content: str) -> Content:
    """Return a version's content with another text and without its summary, which would not fit."""
    kept = {name: getattr(version, name) for name in ("title", "metadata", "redactions", "excisions")}
    return Content(content=content, **kept)


def _record_merge(
    memory: Memory, sources: Sequence[Memory], finding: Finding, authority: WriteAuthority, **versions: Any
) -> None:
    meta = {
        "band": finding.band,
        "judge": finding.judge,
        "cosine": round(finding.cosine, 4),
        "absorbed": [str(source.id) for source in sources],
    }
    count = len(sources) + (memory not in sources and len(sources) == 1)
    bullet = f"Combined {count} notes: {bullet_of(memory)}"
    record_history(
        memory=memory,
        event=Event.MERGE,
        authority=authority,
        meta=meta,
        bullet=bullet,
        sim=min(1.0, max(0.0, finding.cosine)),
        **versions,
    )


def _absorb(
    memory: Memory,
    absorbed: Memory,
    finding: Finding,
    authority: WriteAuthority,
    *,
    former_version: int,
    attributes: dict[str, list[Any]],
) -> None:
    absorbed.state = LifecycleState.SUPERSEDED
    save_head(absorbed, authority, "state")
    record_history(memory=absorbed, event=Event.MERGE, authority=authority, meta={"into": str(memory.id)})
    _link(memory, absorbed, RelationType.SUPERSEDES, finding, authority)
    cache.forget_links_on_commit([memory.id, absorbed.id])
    Merge.objects.create(
        kept=memory,
        absorbed=absorbed,
        band=finding.band,
        judge=finding.judge,
        cosine=finding.cosine,
        attributes=attributes,
        former_version=former_version,
        merged_version=memory.version,
        change_id=authority.id,
        created_at=authority.now,
    )


def _link(
    memory: Memory, source: Memory, relation_type: RelationType, finding: Finding, authority: WriteAuthority
) -> None:
    Relation.objects.update_or_create(
        from_memory=memory,
        to_memory=source,
        relation_type=relation_type,
        defaults={
            "strength": 1.0,
            "confidence": min(1.0, max(0.0, finding.cosine)),
            "detected_by": DetectedBy.MANUAL if finding.judge in (RULES, STAFF) else DetectedBy.LLM,
            "created_at": authority.now,
        },
    )
