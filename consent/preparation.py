"""What happens to a change before its transaction: redaction, chunks, vectors. Outside any scope."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any
from uuid import UUID

from pydantic import ValidationError

from consent.changes import Change, DraftChange, IngestSource, MergeMemories, SetFact, WriteMemory, from_json
from memories import preparation
from memories.drafts import FactDraft, MemoryDraft, item_of
from memories.embedding_models import active_model
from memories.excisions import Excision
from memories.preparation import ContentTooLong, PreparedText
from memories.sources.drafts import SourceDraft
from memories.sources.rendering import first_label
from providers.redaction import Finding, redact, redact_json
from providers.statements import Statement

REDACTED_TEXTS = ("content", "title", "summary", "reason")
# Names and addresses: taking a secret out would make another address of them, so it is refused instead.
NAMES = ("key", "thread_id", "source_event_id", "run_id", "actor_id", "source_label", "source_identity")
# Long numbers are common in names, and one in ten passes for a card's.
COMMON_IN_NAMES = frozenset({"card_number"})
REDACTED_PARTS = {"title", "summary", "reason", "state", "author", "labels", "metadata", "payload"}
# A long text is found by its words at once; that many chunks of it, and of a batch, are embedded while the sender
# waits, the rest by a job: a hundred memories at their limit have 1,200, which take half a minute of two cores.
CHUNKS_AT_ONCE, CHUNKS_OF_A_BATCH = 64, 200


@dataclass(frozen=True, slots=True)
class Cut:
    """One sentence that was taken out; `told` is how the person is asked about it. Several places share an `id`."""

    id: UUID
    text: str
    told: str
    keys: tuple[str, ...]
    is_queued: bool


@dataclass(frozen=True, slots=True)
class PreparedChange:
    """A redacted change with its chunks; `problem` says why it cannot be stored at all.

    `cuts` and `excisions` say what was cut out and where. `residual` are the sensitive statements that are left to
    decide about; None when nobody has looked yet. `known_hashes` are chunks whose vectors are there already, and
    `is_repeat` says that the very same object seems to be kept.
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


def prepare_changes(changes: Sequence[Change]) -> list[PreparedChange]:
    """Redact and chunk each change; all contents are embedded in one batch."""
    return embed_changes(clean_changes(changes))


def clean_changes(changes: Sequence[Change]) -> list[PreparedChange]:
    """Each change with secret-like values redacted; a field that grows over its limit by it is refused."""
    return [_fitting(_clean(change)) for change in changes]


def _fitting(item: PreparedChange) -> PreparedChange:
    """A mark can be longer than what it stands for, and a proposal is read again with all its limits."""
    if isinstance(item.change, DraftChange) and not item.redactions:
        return item
    try:
        from_json(item.change.model_dump(mode="json"))
    except ValidationError:
        return replace(item, problem="A field that holds a secret cannot be kept without it.")
    return item


def embed_changes(items: Sequence[PreparedChange]) -> list[PreparedChange]:
    """Chunk each change's text and, with a local model, embed in one batch what is not known yet."""
    chunked = [_chunked(item) for item in items]
    waiting = [item for item in chunked if item.text is not None and not item.text.is_lexical_only]
    if not waiting:
        return chunked
    model = active_model()
    if not model.is_local:
        return chunked
    room = min(CHUNKS_AT_ONCE, max(1, CHUNKS_OF_A_BATCH // len(waiting)))
    skip = [_skipped(item, room) for item in waiting]
    texts = iter(preparation.embedded([item.text for item in waiting], model, skip=skip))  # type: ignore[misc]
    return [
        replace(item, text=next(texts)) if item.text is not None and not item.text.is_lexical_only else item
        for item in chunked
    ]


def _skipped(item: PreparedChange, room: int) -> frozenset[str]:
    """Hashes of chunks that need no vector now: known ones, and what a long text has beyond the first."""
    assert item.text is not None
    fresh = [chunk.hash for chunk in item.text.chunks if chunk.hash not in item.known_hashes]
    return item.known_hashes | frozenset(fresh[room:])


def _chunked(item: PreparedChange) -> PreparedChange:
    change = item.change
    if item.problem or item.is_repeat:
        return item
    try:
        if isinstance(change, WriteMemory):
            return replace(item, text=preparation.split(change.draft.content))
    except ContentTooLong as error:
        return replace(item, problem=str(error))
    if isinstance(change, IngestSource):
        label = first_label(change.draft.payload)
        return replace(item, text=preparation.split(change.draft.content, limit=None, label=label))
    if isinstance(change, SetFact):
        return replace(item, text=preparation.prepare_fact(change.draft.content))
    text = change.content if isinstance(change, MergeMemories) else ""
    return replace(item, text=preparation.split(text, limit=None)) if text else item


def _clean(change: Change) -> PreparedChange:
    if _has_secret_name(change):
        return PreparedChange(change, problem="A key, namespace or id that holds a secret cannot be kept.")
    if isinstance(change, WriteMemory):
        draft, findings = _redact_memory(change.draft)
        return PreparedChange(change.model_copy(update={"draft": draft}), redactions=findings)
    if isinstance(change, SetFact):
        fact, findings = _redact_fact(change.draft)
        return PreparedChange(change.model_copy(update={"draft": fact}), redactions=findings)
    if isinstance(change, IngestSource):
        return _clean_source(change)
    clean = {"reason": redact(change.reason).text}
    if isinstance(change, MergeMemories):
        clean["content"] = redact(change.content).text
    return PreparedChange(change.model_copy(update=clean))


def _has_secret_name(change: Change) -> bool:
    named = change.draft if isinstance(change, DraftChange) else change
    names = [getattr(named, name, "") for name in NAMES]
    names += change.draft.namespace if isinstance(change, DraftChange) else ()
    findings = [finding for name in names if name for finding in redact(name).findings]
    return any(finding.kind not in COMMON_IN_NAMES for finding in findings)


def _clean_source(change: IngestSource) -> PreparedChange:
    body, findings = redact_json(change.draft.model_dump(mode="json", include=REDACTED_PARTS))
    if not findings:
        return PreparedChange(change)
    try:
        draft = SourceDraft.model_validate(change.draft.model_dump(mode="json") | body)
    except ValidationError:
        return PreparedChange(change, problem="A field that holds a secret cannot be kept without it.")
    return PreparedChange(change.model_copy(update={"draft": draft}), redactions=_noted(findings))


def _redact_memory(draft: MemoryDraft) -> tuple[MemoryDraft, tuple[dict[str, Any], ...]]:
    clean = {name: redact(getattr(draft, name)) for name in REDACTED_TEXTS}
    metadata, in_metadata = redact_json(draft.metadata)
    tags = [redact(tag) for tag in draft.tags]
    findings = [finding for part in [*clean.values(), *tags] for finding in part.findings] + list(in_metadata)
    update: dict[str, Any] = {name: part.text for name, part in clean.items()}
    update |= {"metadata": metadata, "tags": tuple(tag.text for tag in tags)}
    return draft.model_copy(update=update), _noted(findings)


def _redact_fact(draft: FactDraft) -> tuple[FactDraft, tuple[dict[str, Any], ...]]:
    value, reason = redact(draft.value), redact(draft.reason)
    item = item_of(value.text) if draft.item and value.findings else draft.item
    clean = draft.model_copy(update={"value": value.text, "reason": reason.text, "item": item})
    return clean, _noted([*value.findings, *reason.findings])


def _noted(findings: Sequence[Finding]) -> tuple[dict[str, Any], ...]:
    """What was cut out, by kind and count; the value is not kept anywhere."""
    return tuple(asdict(finding) for finding in findings)
