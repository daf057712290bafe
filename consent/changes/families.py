"""What changes of a kind have in common: made directly, of a memory that is there, of its content, or as a draft."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Self
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import Field

from consent.changes.base import Change, Stored
from consent.changes.lines import SAID_BY, Lines
from consent.detection.json_values import as_value
from consent.detection.texts import texts_of_version
from consent.target import Target
from memories import limits
from memories.drafts import Draft, FactDraft, MemoryDraft
from memories.sources.drafts import SourceDraft
from providers.redaction import MARK
from providers.schema import NOTHING_SAID, says_nothing
from workspaces.actors import Actor
from workspaces.namespaces import MEMORIES, person_id_of, to_path

# Of an amended draft these stay: where it is filed, and in which conversation it was asked for.
PLACE = {"memory_type", "category", "sensitivity", "thread_id", "session_id"}
SECRET_ALONE = gettext_noop(
    "This is a secret and nothing else, and secrets are not kept. Say in words what to remember, without the secret."
)


class DirectChange(Change):
    """Without a draft; thread and session are where it was asked for (R20)."""

    reason: str = Field(default="", max_length=limits.REASON_CHARACTERS)
    thread_id: str = Field(default="", max_length=256)
    session_id: UUID | None = None

    def asides(self) -> Iterator[str]:
        yield from (self.reason, *as_value(self.thread_id)) if self.reason or self.thread_id else ()


class ChangeById(DirectChange):
    """Of a memory that is there."""

    memory_id: UUID

    def memory_ids(self) -> set[UUID]:
        return {self.memory_id}


class ContentChange(ChangeById):
    """Of what a memory says, whose statements it makes or unmakes."""

    def texts(self, stored: Stored) -> Iterator[str]:
        for memory, version in stored:
            yield from texts_of_version(memory, version)


class DraftChange(Change):
    """What somebody tells, as a draft; it may be corroborated by several signals.

    `apart` says which of the memories at the draft's address is meant; None: the one that the writer may know of.
    """

    draft: MemoryDraft | FactDraft | SourceDraft
    apart: str | None = Field(default=None, max_length=36)

    @property
    def origin(self) -> MemoryDraft | FactDraft | SourceDraft:
        return self.draft

    @property
    def evidence_turn_id(self) -> UUID | None:
        return self.draft.evidence_turn_id

    @property
    def event_id(self) -> str:
        return self.draft.source_event_id

    @property
    def speaker(self) -> str:
        return self.draft.source_identity

    def with_draft(self, **values: Any) -> Self:
        return self.model_copy(update={"draft": self.draft.model_copy(update=values)})

    def is_granted(self, actor: Actor, now: datetime) -> bool:
        namespace = self.draft.namespace
        person_id = person_id_of(namespace)
        if namespace[0] == MEMORIES and person_id is None:
            return True  # nobody's: told when it is looked up
        return actor.writing_ceiling(person_id=person_id, namespace_path=to_path(namespace), now=now) is not None

    def pinned(self, target: Target) -> Self:
        return self.model_copy(update={"apart": target.apart})

    @property
    def attribution(self) -> Lines:
        return {SAID_BY: self.draft.source_identity} if self.draft.source_identity else {}

    @property
    def own_value(self) -> str:
        return self.draft.content


def emptied(kind: type[Draft]) -> dict[str, Any]:
    """What a draft says beside its value, left out: the person's own words take along nothing of the asker's."""
    optional = {name: field for name, field in kind.model_fields.items() if not field.is_required()}
    return {name: field.get_default(call_default_factory=True) for name, field in optional.items() if name not in PLACE}


def problem_of_empty(text: str) -> str:
    """Why a text says nothing, as it is or without its secrets; empty where it says something."""
    if says_nothing(text):
        return NOTHING_SAID
    return SECRET_ALONE if says_nothing(MARK.sub("", text)) else ""
