"""Computes tokens, chunks and vectors before the transaction opens (architecture, rule 3; R25)."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from memories import limits
from memories.embedding_models import embed_each
from memories.models import Chunk, EmbeddingModel, MemoryVersion
from providers import embedding
from providers.embedding import chunking
from providers.embedding.tokens import tokenize
from providers.language import ENGLISH, detect_language

Vector = NDArray[np.float32]
NOTHING_MADE: Final[Mapping[str, Vector | None]] = MappingProxyType({})


class ContentTooLong(ValueError):
    """More than 2,048 tokens by the embedding model's tokenizer (000, R7)."""


@dataclass(frozen=True, slots=True)
class PreparedChunk:
    """One unsaved chunk; `vector` is None if a job has to embed it."""

    index: int
    text: str
    token_count: int
    section_label: str
    hash: str
    vector: Vector | None = None
    is_heading: bool = False


@dataclass(frozen=True, slots=True)
class PreparedText:
    """A content with its chunks, ready to be stored.

    `model_id` is the row of the embedding model that made the vectors: another may serve when they are stored.
    """

    token_count: int
    chunks: tuple[PreparedChunk, ...]
    is_lexical_only: bool = False
    model_id: int | None = None
    language: str = ENGLISH

    def rows(self, *, person_id: UUID | None, **owner: Any) -> list[Chunk]:
        """Return the chunks as rows; `owner` is the version with its memory, or the turn."""
        return [
            Chunk(
                person_id=person_id,
                chunk_index=piece.index,
                text=piece.text,
                token_count=piece.token_count,
                section_label=piece.section_label[:200],
                chunk_hash=piece.hash,
                is_heading=piece.is_heading,
                is_lexical_only=self.is_lexical_only,
                language=self.language,
                **owner,
            )
            for piece in self.chunks
        ]


def embedded(
    texts: Sequence[PreparedText],
    model: EmbeddingModel,
    *,
    skip: Sequence[frozenset[str]] = (),
    made: Mapping[str, Vector | None] = NOTHING_MADE,
) -> list[PreparedText]:
    """Return the texts with a vector for each chunk that the model accepts, embedded in one batch.

    `skip` has for each text the hashes of chunks that need none; `made` are existing vectors.
    """
    left_out = list(skip) or [frozenset[str]()] * len(texts)
    wanted = [
        chunk
        for text, known in zip(texts, left_out, strict=True)
        for chunk in text.chunks
        if chunk.hash not in known and chunk.hash not in made
    ]
    vectors = {**made, **vectors_of(wanted, model)}
    return [
        replace(
            text,
            chunks=tuple(
                chunk if chunk.hash in known else replace(chunk, vector=vectors[chunk.hash]) for chunk in text.chunks
            ),
            model_id=model.pk,
        )
        for text, known in zip(texts, left_out, strict=True)
    ]


def vectors_of(chunks: Iterable[PreparedChunk], model: EmbeddingModel) -> dict[str, Vector | None]:
    """Return the vector of each chunk by its hash, embedded in one batch; None if an endpoint refuses the text."""
    texts = {chunk.hash: chunk.text for chunk in chunks}
    return dict(zip(texts, embed_each(list(texts.values()), model=model), strict=True))


def split(
    content: str,
    *,
    title: str = "",
    summary: str = "",
    limit: int | None = limits.CONTENT_TOKENS,
    label: str | None = None,
) -> PreparedText:
    """Chunk a content of at most `limit` tokens; `label` is that of the text before its first heading.

    The parts of `title` and `summary` that the content lacks are chunked after it. Raises ContentTooLong.
    """
    encoding = tokenize(content)
    tokens = len(encoding.ids)
    if limit is not None and tokens > limit:
        raise ContentTooLong(f"Content may have at most {limit:,} tokens; this has {tokens:,}.")
    chunks = tuple(_prepared_chunk(piece) for piece in chunking.split(content, label=label, encoding=encoding))
    text = PreparedText(tokens, chunks, language=detect_language(content))
    return with_heading(text, content, title=title, summary=summary)


def split_version(version: MemoryVersion) -> PreparedText:
    """Chunk the content of an old version, to store it again."""
    return split(version.content, title=version.title, summary=version.summary, limit=None)


def with_heading(text: PreparedText, content: str, *, title: str = "", summary: str = "") -> PreparedText:
    """Return the text of `content` with chunks of what title and summary add to it."""
    count = len(text.chunks)
    heading = map(_prepared_chunk, chunking.split(_heading(content, title, summary)))
    added = (replace(chunk, index=count + chunk.index, is_heading=True) for chunk in heading)
    return replace(text, chunks=(*text.chunks, *added))


def _prepared_chunk(piece: chunking.ChunkText) -> PreparedChunk:
    return PreparedChunk(piece.index, piece.text, piece.token_count, piece.section_label or "", piece.hash)


def _heading(content: str, title: str, summary: str) -> str:
    """Return title and summary unless the content repeats them: a source object's text begins with its title."""
    return "\n\n".join(part for part in (title.strip(), summary.strip()) if part and part not in content)


def prepare_fact(content: str) -> PreparedText:
    """Return a fact as one chunk without a vector: it is looked up exactly or by its words (002, R12)."""
    tokens = embedding.count_tokens(content)
    digest = hashlib.sha256(content.encode()).hexdigest()
    return PreparedText(tokens, (PreparedChunk(0, content, tokens, "", digest),), is_lexical_only=True)
