"""Redacts, reads, cuts out, chunks and embeds what changes would store, before the locks and outside any scope."""

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import asdict, replace
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import ValidationError

from consent.changes import Change, DraftChange, WriteMemory, from_json
from consent.detection.excision import excise, is_suspect
from consent.detection.ruled_fields import restricted_fields
from consent.detection.second_reading import read_again
from consent.detection.statements import Detected
from consent.policies.aliases import file_facts
from consent.prepared import Prepared, PreparedBatch
from consent.snapshot import BatchSnapshot
from consent.stored import Stored, read_stored
from consent.target import may_address
from memories import preparation
from memories.embedding_models import active_model
from memories.models import Chunk, EmbeddingModel
from memories.preparation import ContentTooLong, PreparedChunk, Vector
from memories.repetitions import spelled
from providers.redaction import findings_in
from providers.statement_reader import add_processor_time
from providers.statements import MAX_STATEMENTS
from providers.unseen import hidden_in
from workspaces import scope
from workspaces.actors import Actor
from workspaces.namespaces import people_of
from workspaces.pipelined_query import PipelinedQuery

# Names and addresses: without a secret they would be another address, so the write is refused instead.
NAMES = ("key", "thread_id", "source_event_id", "run_id", "actor_id", "source_label", "source_identity")
# Long numbers are common in names, and one in ten passes for a card's.
COMMON_IN_NAMES = frozenset({"card_number"})
SECRET_NAME = "A key, namespace or id that holds a secret cannot be kept."  # noqa: S105 -- the word alone
TOO_MANY = f"A text may state at most {MAX_STATEMENTS:,} things that need consent; send it in parts."
UNSEEN = gettext_noop(
    "A text cannot hold characters that nobody sees and no script or emoji needs there. Write it without them."
)
SECRET_FIELD = "A field that holds a secret cannot be kept without it."  # noqa: S105
# Long texts can be found by their words at once. So many chunks of one, and of a batch, are embedded while the sender
# waits, the rest by a job: a hundred memories at their limit have 1,200, which take half a minute of two cores.
CHUNKS_AT_ONCE, CHUNKS_OF_A_BATCH = 64, 200
Vectors = tuple[dict[str, Vector | None], float]


def prepare_batch(changes: Sequence[Change], *, actor: Actor, now: datetime) -> PreparedBatch:
    """Redact the changes, detect what they state and would replace, cut out what needs consent, chunk and embed."""
    workspace_id = actor.workspace_id
    items = [_redacted(change, workspace_id) for change in file_facts(changes, workspace_id=workspace_id)]
    read = read_stored([one.change for one in items if not one.problem and not one.is_repeat], workspace_id)
    stored = replace(read, memories=[one for one in read.memories if may_address(one, actor, now)])
    items = [replace(item, change=stored.repeated_by(item.change, actor)) for item in _with_repeats_in_batch(items)]
    with ThreadPoolExecutor(1, "embedding-ahead") as ahead:
        items, vectors = _begin_embedding(items, stored, ahead)
        texts = [
            text
            for item in items
            if not item.problem
            for text in (*item.change.texts(stored.of(item.change)), *item.change.context_texts())
        ]
        detected = Detected(
            texts,
            restricted=restricted_fields(
                read.rules, people_of(path for item in items for path, _key in item.change.addresses())
            ),
        )
        read_again([item.change for item in items if not item.problem], detected, actor=actor, now=now)
        items = [_refused_if_cut_off(item, detected) for item in items]
        items = _excised(items, BatchSnapshot(actor=actor, now=now, detected=detected))
    items = embed(_with_hints(items, stored, workspace_id), stored.model, _finished_vectors(vectors))
    found = {(memory.namespace_path, memory.key) for memory in read.memories}
    locks = found.union(*(item.change.locks() for item in items))
    return PreparedBatch(items, detected, locks, read.memories, read.revoked)


def _with_repeats_in_batch(items: Sequence[Prepared]) -> Iterator[Prepared]:
    """Let a change that repeats an earlier one of the batch find that one, as in a later call."""
    first: dict[tuple[str, str], str] = {}
    for item in items:
        change = item.change
        if item.problem or not isinstance(change, WriteMemory):
            yield item
            continue
        draft = change.draft
        key = first.setdefault(spelled((draft.namespace_path, draft.content)), draft.key)
        is_repeated = change.repeatable is not None and key != draft.key
        yield replace(item, change=change.repeating(key)) if is_repeated else item


def _begin_embedding(
    items: Sequence[Prepared], stored: Stored, ahead: ThreadPoolExecutor
) -> tuple[list[Prepared], Future[Vectors] | None]:
    """Chunk the changes of new memories, and let a local model embed them while statements are detected."""
    model = stored.model
    if model is None or not model.is_local:
        return list(items), None
    items = [item if stored.of(item.change) else _chunked(item) for item in items]
    waiting = [item for item in items if item.waits_for_vectors]
    chunks = [chunk for item, skip in zip(waiting, _skipped(waiting), strict=True) for chunk in item.left(skip)]
    return items, ahead.submit(copy_context().run, _timed_vectors, chunks, model) if chunks else None


def _timed_vectors(chunks: Sequence[PreparedChunk], model: EmbeddingModel) -> Vectors:
    """Return the vectors and the processor time that they took, in seconds."""
    began = time.thread_time()
    return preparation.vectors_of(chunks, model), time.thread_time() - began


def _finished_vectors(vectors: Future[Vectors] | None) -> Mapping[str, Vector | None]:
    """Return the vectors embedded ahead, and charge their processor time to the caller."""
    if vectors is None:
        return preparation.NOTHING_MADE
    made, seconds = vectors.result()
    add_processor_time(seconds)
    return made


def prepare(change: Change, *, workspace_id: UUID) -> Prepared:
    """Redact, chunk and embed one change whose statements were decided before, such as a proposal's."""
    return embed([_redacted(change, workspace_id)])[0]


def _redacted(change: Change, workspace_id: UUID) -> Prepared:
    """Redact secret-like values. A field that then exceeds its limits is refused, and so are hidden characters."""
    if next(hidden_in(change), None):
        return Prepared(change, problem=UNSEEN)
    origin = change.origin
    names = [*(getattr(origin, name, "") for name in NAMES), *getattr(origin, "namespace", ())]
    if any(finding.kind not in COMMON_IN_NAMES for finding in findings_in(names)):
        return Prepared(change, problem=SECRET_NAME)
    try:
        clean, findings = change.redacted()
        # A mark can be longer than the text it replaces, and a stored proposal is validated with all limits.
        if clean is not change and clean != change:
            from_json(clean.model_dump(mode="json"))
    except ValidationError:
        return Prepared(change, problem=SECRET_FIELD)
    return Prepared(
        clean,
        redactions=tuple(asdict(finding) for finding in findings),
        problem=clean.problem(),
        is_repeat=clean.is_cached_repeat(workspace_id),
    )


def _refused_if_cut_off(item: Prepared, detected: Detected) -> Prepared:
    """Refuse the change if one of its texts was not read to its end."""
    if item.problem or not isinstance(item.change, DraftChange):
        return item
    is_cut_off = any(detected.is_cut_off(text) for text in item.change.texts(()))
    return replace(item, problem=TOO_MANY) if is_cut_off else item


def _excised(items: Sequence[Prepared], snapshot: BatchSnapshot) -> list[Prepared]:
    """Cut what needs the person's consent out of each excisable draft (R19)."""
    drafts = [None if item.problem else item.change.excisable_draft for item in items]
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
        text=None if excised.cuts else item.text,
        change=item.change.model_copy(update={"draft": excised.draft}),
        cuts=excised.cuts,
        excisions=excised.excisions,
        residual=excised.residual,
    )


def _with_hints(items: Sequence[Prepared], stored: Stored, workspace_id: UUID) -> list[Prepared]:
    """Add hints that spare embedding: an unchanged object, or the unchanged chunks of a changed one."""
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


def embed(
    items: Sequence[Prepared],
    model: EmbeddingModel | None = None,
    made: Mapping[str, Vector | None] = preparation.NOTHING_MADE,
) -> list[Prepared]:
    """Chunk each change's text and, with a local model, embed the chunks without vectors in one batch.

    `model` is the serving one, if it is read already; `made` are existing vectors by chunk hash.
    """
    chunked = [_chunked(item) for item in items]
    waiting = [item for item in chunked if item.text is not None and not item.text.is_lexical_only]
    if not waiting:
        return chunked
    model = model or active_model()
    if not model.is_local:
        return chunked
    prepared = [item.text for item in waiting if item.text]
    texts = iter(preparation.embedded(prepared, model, skip=_skipped(waiting), made=made))
    return [
        replace(item, text=next(texts)) if item.text is not None and not item.text.is_lexical_only else item
        for item in chunked
    ]


def _skipped(waiting: Sequence[Prepared]) -> list[frozenset[str]]:
    """Return for each the hashes of chunks that need no vector now: known ones, and the later ones of a long text."""
    room = min(CHUNKS_AT_ONCE, max(1, CHUNKS_OF_A_BATCH // max(1, len(waiting))))
    return [item.known_hashes | frozenset(chunk.hash for chunk in item.left()[room:]) for item in waiting]


def _chunked(item: Prepared) -> Prepared:
    if item.problem or item.is_repeat or item.text is not None:
        return item
    try:
        return replace(item, text=item.change.prepared_text())
    except ContentTooLong as error:
        return replace(item, problem=str(error))
