"""What a free text states about a person's fields: the same detector for every way in (`providers.statements`)."""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from memories.drafts import MemoryDraft
from memories.models import Fact
from memories.sources.drafts import SourceDraft
from providers import statements
from providers.statements import Statement


def statements_in(draft: MemoryDraft, *, person_id: UUID | None) -> list[Statement]:
    """The sensitive statements of a draft that are new: repeating an approved value states nothing new."""
    if person_id is None:
        return []
    found = [statement for text in texts_of(draft) for statement in statements.sensitive(text)]
    if not found:
        return []
    known = known_values(person_id)
    return [statement for statement in found if not is_known(statement, known)]


def texts_of(draft: MemoryDraft | SourceDraft) -> Iterator[str]:
    """Every place of a draft that can carry a statement, each as it would be read.

    A memory's key reads as the name of its content.
    """
    yield draft.content
    if isinstance(draft, MemoryDraft):
        yield f"{draft.key}: {draft.content}"
        yield "\n".join(draft.tags)
    else:
        yield "\n".join(draft.all_labels)
    yield from (text for text in (draft.title, draft.summary) if text)
    yield from _pairs(draft.metadata)


def is_known(statement: Statement, known: set[tuple[str, str]]) -> bool:
    """Whether a statement repeats one of the person's approved values."""
    return (statement.key, _normal(statement.value)) in known


def _pairs(value: Any, name: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _pairs(inner, str(key))
    elif isinstance(value, list):
        for inner in value:
            yield from _pairs(inner, name)
    elif isinstance(value, str):
        yield value
        yield f"{name}: {value}"


def known_values(person_id: UUID) -> set[tuple[str, str]]:
    """The person's approved values of sensitive fields: (key, value without regard to case and blanks)."""
    rows: Iterable[tuple[str, str]] = (
        Fact.objects.active().filter(person_id=person_id, key__in=statements.SENSITIVE_KEYS).values_list("key", "value")
    )
    return {(key, _normal(value)) for key, value in rows}


def _normal(value: str) -> str:
    return " ".join(value.casefold().split()).strip(" .,;!?\"'")
