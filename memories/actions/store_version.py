"""One immutable version with its chunks and vectors."""

from collections.abc import Iterator
from typing import Any

from memories.authority import WriteAuthority
from memories.content_hash import content_hash
from memories.embedding_models import active_model
from memories.models import Chunk, Embedding, Memory, MemoryVersion
from memories.preparation import PreparedChunk, PreparedText


def store_version(
    *,
    memory: Memory,
    content: str,
    prepared: PreparedText,
    authority: WriteAuthority,
    title: str = "",
    summary: str = "",
    metadata: dict[str, Any] | None = None,
    payload: dict[str, Any] | None = None,
    source_event_id: str = "",
    redactions: list[dict[str, Any]] | None = None,
    digest: str = "",
    excisions: list[dict[str, Any]] | None = None,
    raw_pointer: str = "",
) -> MemoryVersion:
    """Add the next version of a memory, supersede the chunks of the one before, and make it current (004).

    Vectors of chunks whose text did not change are taken over (R9). The caller saves the memory. `digest` is the
    content hash where it is not that of the content as written.
    """
    digest = digest or content_hash(content=content, title=title, summary=summary, metadata=metadata, payload=payload)
    version = MemoryVersion(
        memory=memory,
        number=memory.version + 1,
        content=content,
        title=title,
        summary=summary,
        metadata=metadata or {},
        payload=payload,
        content_hash=digest,
        source_event_id=source_event_id,
        previous_version_id=memory.current_id,
        redactions=redactions or [],
        excisions=excisions or [],
        raw_pointer=raw_pointer,
        token_count=prepared.token_count,
        ingested_at=authority.now,
    )
    if memory.current_id:
        Chunk.objects.current().filter(memory=memory).update(superseded_at=authority.now)
    authority.inserts.add([version])
    _store_chunks(memory, version, prepared, authority)
    memory.current, memory.version = version, version.number
    return version


def _store_chunks(memory: Memory, version: MemoryVersion, prepared: PreparedText, authority: WriteAuthority) -> None:
    rows = [
        Chunk(
            memory=memory,
            memory_version=version,
            person_id=memory.person_id,
            chunk_index=piece.index,
            text=piece.text,
            token_count=piece.token_count,
            section_label=piece.section_label[:200],
            chunk_hash=piece.hash,
            is_lexical_only=prepared.is_lexical_only,
        )
        for piece in prepared.chunks
    ]
    authority.inserts.add(rows)
    if not prepared.is_lexical_only:
        model_id = active_model().pk if prepared.model_id is None else prepared.model_id
        authority.inserts.add(_vectors(memory, rows, prepared.chunks, model_id))


def _vectors(
    memory: Memory, rows: list[Chunk], pieces: tuple[PreparedChunk, ...], model_id: int
) -> Iterator[Embedding]:
    missing = {piece.hash for piece in pieces if piece.vector is None}
    kept = _vectors_by_hash(memory, model_id, missing) if memory.version and missing else {}
    vectors = [(row, kept.get(piece.hash, piece.vector)) for row, piece in zip(rows, pieces, strict=True)]
    for row, vector in vectors:
        if vector is not None:
            yield Embedding(chunk=row, model_id=model_id, person_id=memory.person_id, vector=vector)


def _vectors_by_hash(memory: Memory, model_id: int, hashes: set[str]) -> dict[str, Any]:
    """Two queries: a join without statistics, as on a young table, may walk through all vectors."""
    chunks = dict(Chunk.objects.filter(memory=memory, chunk_hash__in=hashes).values_list("id", "chunk_hash"))
    rows = Embedding.objects.filter(chunk_id__in=list(chunks), model_id=model_id)
    return {chunks[chunk_id]: vector for chunk_id, vector in rows.values_list("chunk_id", "vector")}
