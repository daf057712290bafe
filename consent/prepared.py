"""What a change carries through the gate: all that is computed before its locks, outside any scope."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Q
from pydantic import ValidationError

from consent.changes import Change, DraftChange, from_json
from consent.detection.excision import Cut, excise, is_suspect
from consent.detection.second_reading import read_again
from consent.detection.statements import Detected
from consent.policies.aliases import file_facts
from consent.snapshot import Address, BatchSnapshot, memories_at, memories_named
from consent.target import reaches
from memories import preparation
from memories.embedding_models import active_model, serving_models
from memories.excisions import Excision
from memories.models import Chunk, EmbeddingModel, Memory, MemoryVersion
from memories.preparation import ContentTooLong, PreparedText
from memories.repeats import is_said, standing
from providers.redaction import redact
from providers.statements import MOST_STATEMENTS, Statement
from workspaces import scope
from workspaces.actors import Actor
from workspaces.pipelined_query import PipelinedQuery

# Names and addresses: taking a secret out would make another address of them, so it is refused instead.
NAMES = ("key", "thread_id", "source_event_id", "run_id", "actor_id", "source_label", "source_identity")
# Long numbers are common in names, and one in ten passes for a card's.
COMMON_IN_NAMES = frozenset({"card_number"})
SECRET_NAME = "A key, namespace or id that holds a secret cannot be kept."  # noqa: S105 -- the word alone
TOO_MANY = f"A text may state at most {MOST_STATEMENTS:,} things that need consent; send it in parts."
SECRET_FIELD = "A field that holds a secret cannot be kept without it."  # noqa: S105
# A long text is found by its words at once; that many chunks of it, and of a batch, are embedded while the sender
# waits, the rest by a job: a hundred memories at their limit have 1,200, which take half a minute of two cores.
CHUNKS_AT_ONCE, CHUNKS_OF_A_BATCH = 64, 200


@dataclass(frozen=True, slots=True)
class Prepared:
    """A redacted change with its chunks; `problem` says why it cannot be stored at all.

    `cuts` and `excisions` say what was cut out and where. `residual` are the sensitive statements that are left to
    decide about; None where nothing was to be cut. `known_hashes` are chunks whose vectors are there already, and
    `is_repeat` says that the very same seems to be stored: hints, looked at again under the locks.
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
        if self.text is None or self.text.is_lexical_only:
            return False
        return any(chunk.vector is None and chunk.hash not in self.known_hashes for chunk in self.text.chunks)


@dataclass(frozen=True, slots=True)
class PreparedBatch:
    """`detected` is what the batch's texts state, `locks` the addresses of what it names by ids."""

    items: Sequence[Prepared]
    detected: Detected
    locks: set[Address]

    @property
    def addresses(self) -> set[Address]:
        return {address for item in self.items for address in item.change.addresses()}

    @property
    def sessions(self) -> set[UUID]:
        return {item.change.origin.session_id for item in self.items if item.change.origin.session_id}


@dataclass(frozen=True, slots=True)
class _Stored:
    """What the database had of a batch before its locks: memories by address and by id, versions that it names, and the
    embedding model that serves."""

    memories: Sequence[Memory] = ()
    versions: Sequence[MemoryVersion] = ()
    model: EmbeddingModel | None = None

    def repeated_by(self, change: Change) -> Change:
        """The change with the memory that says the same already, if there is one."""
        said = change.repeatable
        same = [one for one in self.memories if said and one.current and is_said(said, one)]
        return change.repeating(min(same, key=lambda one: one.created_at)) if same else change

    def of(self, change: Change) -> list[tuple[Memory, MemoryVersion]]:
        addresses, ids, numbers = change.addresses(), change.memory_ids(), change.version_numbers()
        named = [one for one in self.memories if one.id in ids or (one.namespace_path, one.key) in addresses]
        older = [(one.memory, one) for one in self.versions if (one.memory_id, one.number) in numbers]
        return [*((memory, memory.current) for memory in named if memory.current), *older]


def prepare_batch(changes: Sequence[Change], *, actor: Actor, now: datetime) -> PreparedBatch:
    """Redact, read what the changes state and would replace, cut out what needs consent, chunk and embed."""
    workspace_id = actor.workspace_id
    items = [_redacted(change, workspace_id) for change in file_facts(changes, workspace_id=workspace_id)]
    read = _read_stored([one.change for one in items if not one.problem and not one.is_repeat], workspace_id)
    stored = replace(read, memories=[one for one in read.memories if reaches(one, actor, now)])
    items = [replace(item, change=stored.repeated_by(item.change)) for item in items]
    detected = Detected(
        text for item in items if not item.problem for text in item.change.texts(stored.of(item.change))
    )
    read_again([item.change for item in items if not item.problem], detected, actor=actor, now=now)
    items = [_if_read_whole(item, detected) for item in items]
    items = _excised(items, BatchSnapshot(actor=actor, now=now, detected=detected))
    items = embed(_with_hints(items, stored, workspace_id), stored.model)
    found = {(memory.namespace_path, memory.key) for memory in read.memories}
    return PreparedBatch(items, detected, found.union(*(change.locks() for change in changes)))


def prepare(change: Change, *, workspace_id: UUID) -> Prepared:
    """Redact, chunk and embed one change that was read and cut before, as a proposal's."""
    return embed([_redacted(change, workspace_id)])[0]


def _redacted(change: Change, workspace_id: UUID) -> Prepared:
    """The change with secret-like values redacted; a field that does not fit its limits then is refused."""
    origin = change.origin
    names = [*(getattr(origin, name, "") for name in NAMES), *getattr(origin, "namespace", ())]
    found = [finding for name in names if name for finding in redact(name).findings]
    if any(finding.kind not in COMMON_IN_NAMES for finding in found):
        return Prepared(change, problem=SECRET_NAME)
    try:
        clean, findings = change.redacted()
        # A mark can be longer than what it stands for, and a proposal is read again with all its limits.
        if clean != change:
            from_json(clean.model_dump(mode="json"))
    except ValidationError:
        return Prepared(change, problem=SECRET_FIELD)
    return Prepared(
        clean,
        redactions=tuple(asdict(finding) for finding in findings),
        problem=clean.problem(),
        is_repeat=clean.is_cached_repeat(workspace_id),
    )


def _if_read_whole(item: Prepared, detected: Detected) -> Prepared:
    """The change, refused where one of its texts was not read to its end."""
    if item.problem or not isinstance(item.change, DraftChange):
        return item
    is_cut_off = any(len(detected[text]) > MOST_STATEMENTS for text in item.change.texts(()))
    return replace(item, problem=TOO_MANY) if is_cut_off else item


def _read_stored(changes: Sequence[Change], workspace_id: UUID) -> _Stored:
    """In one round trip; of a memory that others were merged into, those others too."""
    said = {one for change in changes if (one := change.repeatable)}
    # Nothing stands at a key that was made up for the write.
    addresses = {address for change in changes if not change.repeatable for address in change.addresses()}
    ids = {memory_id for change in changes for memory_id in change.memory_ids()}
    numbers = {number for change in changes for number in change.version_numbers()}
    if not addresses and not ids and not said:
        return _Stored()
    with scope.pipelined_scope(workspace_id):
        queries: list[PipelinedQuery[Any]] = [PipelinedQuery.recurring(serving_models)]
        if addresses:
            queries.append(memories_at(addresses))
        if said:
            queries.append(PipelinedQuery.recurring(standing, *map(list, zip(*said, strict=True))))
        if ids:
            queries.append(PipelinedQuery(memories_named(ids)))
        if numbers:
            named = reduce(or_, (Q(memory_id=memory_id, number=number) for memory_id, number in numbers))
            queries.append(PipelinedQuery(MemoryVersion.objects.select_related("memory").filter(named)))
        rows = scope.fetch_pipelined([query.statement for query in queries])
    found = [row for query, some in zip(queries, rows, strict=True) for row in query.models(some)]
    memories = {row.id: row for row in found if isinstance(row, Memory)}
    versions = [row for row in found if isinstance(row, MemoryVersion)]
    return _Stored(list(memories.values()), versions, next((r for r in found if isinstance(r, EmbeddingModel)), None))


def _excised(items: Sequence[Prepared], snapshot: BatchSnapshot) -> list[Prepared]:
    """Cut out of each draft that asks for it what needs the person's consent (R19)."""
    drafts = [None if item.problem else item.change.cuttable for item in items]
    suspects = [draft is not None and is_suspect(draft, snapshot.detected) for draft in drafts]
    whole = [item if draft is None else replace(item, residual=()) for item, draft in zip(items, drafts, strict=True)]
    if not any(suspects):
        return whole
    with scope.enter(snapshot.actor.workspace_id):
        return [_cut(item, snapshot) if suspect else item for item, suspect in zip(whole, suspects, strict=True)]


def _cut(item: Prepared, snapshot: BatchSnapshot) -> Prepared:
    excised = excise(item.change, snapshot)
    if excised is None:
        return item
    return replace(
        item,
        change=item.change.model_copy(update={"draft": excised.draft}),
        cuts=excised.cuts,
        excisions=excised.excisions,
        residual=excised.residual,
    )


def _with_hints(items: Sequence[Prepared], stored: _Stored, workspace_id: UUID) -> list[Prepared]:
    """Spare embedding what is stored already: an unchanged object, or the unchanged chunks of a changed one."""
    replaced = [
        [memory for memory, _ in stored.of(item.change)]
        if isinstance(item.change, DraftChange) and not item.problem
        else []
        for item in items
    ]
    ids = [memory.id for memories in replaced for memory in memories]
    if not ids:
        return list(items)
    embedded = PipelinedQuery(
        Chunk.objects.current().filter(memory__in=ids, embeddings__isnull=False).only("memory_id", "chunk_hash")
    )
    (rows,) = scope.pipelined_read(workspace_id, [embedded.statement])
    hashes = {(chunk.memory_id, chunk.chunk_hash) for chunk in embedded.models(rows)}
    return [
        replace(
            item,
            is_repeat=item.is_repeat or any(item.change.is_repeat_of(memory) for memory in memories),
            known_hashes=frozenset(digest for one, digest in hashes if any(one == memory.id for memory in memories)),
        )
        for item, memories in zip(items, replaced, strict=True)
    ]


def embed(items: Sequence[Prepared], model: EmbeddingModel | None = None) -> list[Prepared]:
    """Chunk each change's text and, with a local model, embed in one batch what is not known yet.

    `model` where the serving one is read already.
    """
    chunked = [_chunked(item) for item in items]
    waiting = [item for item in chunked if item.text is not None and not item.text.is_lexical_only]
    if not waiting:
        return chunked
    model = model or active_model()
    if not model.is_local:
        return chunked
    room = min(CHUNKS_AT_ONCE, max(1, CHUNKS_OF_A_BATCH // len(waiting)))
    skip = [_skipped(item, room) for item in waiting]
    texts = iter(preparation.embedded([item.text for item in waiting if item.text], model, skip=skip))
    return [
        replace(item, text=next(texts)) if item.text is not None and not item.text.is_lexical_only else item
        for item in chunked
    ]


def _skipped(item: Prepared, room: int) -> frozenset[str]:
    """Hashes of chunks that need no vector now: known ones, and what a long text has beyond the first."""
    assert item.text is not None
    fresh = [chunk.hash for chunk in item.text.chunks if chunk.hash not in item.known_hashes]
    return item.known_hashes | frozenset(fresh[room:])


def _chunked(item: Prepared) -> Prepared:
    if item.problem or item.is_repeat:
        return item
    try:
        return replace(item, text=item.change.prepared_text())
    except ContentTooLong as error:
        return replace(item, problem=str(error))
