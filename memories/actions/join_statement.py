from dataclasses import replace
from uuid import UUID

from memories import preparation
from memories.actions.writer import Content, Written, save_version
from memories.authority import WriteAuthority
from memories.excisions import Document, join
from memories.models import Memory, MemoryVersion
from memories.preparation import PreparedText
from memories.sources.digest import source_hash
from memories.sources.payloads import payload_adapter
from memories.sources.rendering import first_label, render


def join_statement(*, memory: Memory, excision_id: UUID, statement: str, authority: WriteAuthority) -> Written:
    """Restore a sentence where it was cut out, as a new version (R19).

    The sentence's trust is the person's; the rest of the memory keeps its own.
    """
    old = memory.current
    assert old is not None
    document, rest = join(_document(old), old.excisions, excision_id, statement)
    content, prepared = _stored(document)
    content = replace(content, redactions=old.redactions, excisions=rest, raw_pointer=old.raw_pointer)
    return save_version(memory, content, prepared, authority, meta={"joined": str(excision_id)})


def _document(version: MemoryVersion) -> Document:
    return {
        "title": version.title,
        "summary": version.summary,
        "content": version.content,
        "metadata": version.metadata,
        "payload": version.payload,
    }


def _stored(document: Document) -> tuple[Content, PreparedText]:
    """Return a document as content and chunks: a source object's content and hash follow from its payload."""
    heading = {"title": document["title"], "summary": document["summary"]}
    if document["payload"] is None:
        return Content(**document), preparation.split(document["content"], limit=None, **heading)
    payload = payload_adapter.validate_python(document["payload"])
    content = render(document["title"], payload)
    digest = source_hash(metadata=document["metadata"], payload=payload, **heading)
    prepared = preparation.split(content, limit=None, label=first_label(payload), **heading)
    return Content(**document | {"content": content, "content_hash": digest}), prepared
