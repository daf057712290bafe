"""What is computed for a change before its locks, outside any scope."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from consent.changes import Change
from consent.detection.excision import Cut
from consent.detection.statements import Detected
from consent.stored import Address
from memories.excisions import Excision
from memories.models import Memory
from memories.preparation import PreparedChunk, PreparedText
from providers.statements import Statement


@dataclass(frozen=True, slots=True)
class Prepared:
    """A redacted change with its chunks; `problem` says why it cannot be stored at all.

    `cuts` and `excisions` say what was cut out and where. `residual` are the sensitive statements that remain to be
    decided; None if nothing was to be cut. `known_hashes` are chunks that have vectors, and `is_repeat` says that
    exactly this seems to be stored: hints, checked again under the locks.
    """

    change: Change
    text: PreparedText | None = None
    redactions: tuple[dict[str, Any], ...] = ()
    problem: str = ""
    cuts: tuple[Cut, ...] = ()
    excisions: tuple[Excision, ...] = ()
    residual: tuple[Statement, ...] | None = None
    known_hashes: frozenset[str] = frozenset()
    is_repeat: bool = False

    @property
    def waits_for_vectors(self) -> bool:
        """Whether a chunk has no vector yet: the model is remote, or the text is long."""
        return any(chunk.vector is None for chunk in self.left())

    @property
    def redacted(self) -> tuple[str, ...]:
        """The kinds of secrets that were cut out."""
        return tuple(sorted({str(one["kind"]) for one in self.redactions}))

    def left(self, skip: frozenset[str] = frozenset()) -> list[PreparedChunk]:
        """Return the chunks to embed, without known ones and those to `skip`."""
        if self.text is None or self.text.is_lexical_only:
            return []
        return [chunk for chunk in self.text.chunks if chunk.hash not in self.known_hashes | skip]


@dataclass(frozen=True, slots=True)
class PreparedBatch:
    """The changes of a batch.

    `detected` are the statements of its texts, `locks` the addresses of memories named by id, `same_texts` the memories
    with the same text, forgotten or not, and `revoked` the forgotten and rejected ones in its namespaces.
    """

    items: Sequence[Prepared]
    detected: Detected
    locks: set[Address]
    same_texts: Sequence[Memory] = ()
    revoked: Sequence[Memory] = ()

    @property
    def addresses(self) -> set[Address]:
        return {address for item in self.items for address in item.change.addresses()}

    @property
    def sessions(self) -> set[UUID]:
        return {item.change.origin.session_id for item in self.items if item.change.origin.session_id}
