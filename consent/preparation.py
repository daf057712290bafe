"""What happens to a change before its transaction: redaction, chunks, vectors. No database, no scope."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from providers.redaction import Finding, redact, redact_json

from consent.changes import Change, SetFact, WriteMemory
from memories import preparation
from memories.drafts import FactDraft, MemoryDraft
from memories.preparation import ContentTooLong, PreparedText

REDACTED_TEXTS = ("content", "title", "summary", "reason")


@dataclass(frozen=True, slots=True)
class PreparedChange:
    """A redacted change with its chunks; `problem` says why it cannot be stored at all."""

    change: Change
    text: PreparedText | None = None
    redactions: tuple[dict[str, Any], ...] = ()
    problem: str = ""


def prepare_changes(changes: Sequence[Change]) -> list[PreparedChange]:
    """Redact and chunk each change; all contents are embedded in one batch."""
    prepared = [_prepare(change) for change in changes]
    waiting = [item for item in prepared if isinstance(item.change, WriteMemory) and not item.problem]
    texts = iter(preparation.prepare([item.change.draft.content for item in waiting]))  # type: ignore[union-attr]
    return [PreparedChange(item.change, next(texts), item.redactions) if item in waiting else item for item in prepared]


def _prepare(change: Change) -> PreparedChange:
    if isinstance(change, WriteMemory):
        draft, findings = _redact_memory(change.draft)
        problem = _length_problem(draft.content)
        return PreparedChange(change.model_copy(update={"draft": draft}), None, findings, problem)
    if isinstance(change, SetFact):
        fact, findings = _redact_fact(change.draft)
        return PreparedChange(
            change.model_copy(update={"draft": fact}), preparation.prepare_fact(fact.content), findings
        )
    return PreparedChange(change)


def _length_problem(content: str) -> str:
    try:
        preparation.split(content)
    except ContentTooLong as error:
        return str(error)
    return ""


def _redact_memory(draft: MemoryDraft) -> tuple[MemoryDraft, tuple[dict[str, Any], ...]]:
    clean = {name: redact(getattr(draft, name)) for name in REDACTED_TEXTS}
    metadata, in_metadata = redact_json(draft.metadata)
    tags = [redact(tag) for tag in draft.tags]
    findings = [finding for part in [*clean.values(), *tags] for finding in part.findings] + list(in_metadata)
    update = {name: part.text for name, part in clean.items()}
    update |= {"metadata": metadata, "tags": tuple(tag.text for tag in tags)}
    return draft.model_copy(update=update), _noted(findings)


def _redact_fact(draft: FactDraft) -> tuple[FactDraft, tuple[dict[str, Any], ...]]:
    value, reason = redact(draft.value), redact(draft.reason)
    clean = draft.model_copy(update={"value": value.text, "reason": reason.text})
    return clean, _noted([*value.findings, *reason.findings])


def _noted(findings: Sequence[Finding]) -> tuple[dict[str, Any], ...]:
    """What was cut out, by kind and count; the value is not kept anywhere."""
    return tuple(asdict(finding) for finding in findings)
