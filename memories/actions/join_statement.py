from typing import Any
from uuid import UUID

from memories import preparation
from memories.actions.record_history import record_history
from memories.actions.store_version import store_version
from memories.actions.write_memory import Written, bullet_of
from memories.actions.write_source import hide_if_gone
from memories.authority import WriteAuthority
from memories.excisions import Document, join
from memories.models import Memory, MemoryVersion
from memories.models.choices import Event
from memories.sources.digest import source_hash
from memories.sources.payloads import payload_adapter
from memories.sources.rendering import first_label, render


def join_statement(*, memory: Memory, excision_id: UUID, statement: str, authority: WriteAuthority) -> Written:
    """Put a sentence back where it was cut out, as a new version (R19).

    The sentence's trust is the person's; the rest of the memory keeps its own.
    """
    old = memory.current
    assert old is not None
    document, rest = join(_document(old), old.excisions, excision_id, statement)
    version = store_version(
        memory=memory, authority=authority, redactions=old.redactions, excisions=rest, raw_pointer=old.raw_pointer,
        **_stored(document),
    )  # fmt: skip
    memory.updated_at, memory.change_id = authority.now, authority.id
    memory.save()
    hide_if_gone(memory, now=authority.now)
    record_history(
        memory=memory,
        event=Event.UPDATE,
        authority=authority,
        old_version_id=old.id,
        new_version=version,
        meta={"joined": str(excision_id)},
        bullet=bullet_of(memory),
    )
    return Written(memory, Event.UPDATE)


def _document(version: MemoryVersion) -> Document:
    return {
        "title": version.title,
        "summary": version.summary,
        "content": version.content,
        "metadata": version.metadata,
        "payload": version.payload,
    }


def _stored(document: Document) -> dict[str, Any]:
    """What a document is stored as: a source object's content and hash follow from its payload."""
    if document["payload"] is None:
        return {**document, "prepared": preparation.split(document["content"], limit=None)}
    payload = payload_adapter.validate_python(document["payload"])
    content = render(document["title"], payload)
    prepared = preparation.split(content, limit=None, label=first_label(payload))
    digest = source_hash(
        title=document["title"], summary=document["summary"], metadata=document["metadata"], payload=payload
    )
    return {**document, "content": content, "prepared": prepared, "digest": digest}
