"""Base classes of changes: direct ones, of an existing memory, of its content, or with a draft."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Self
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import Field

from consent.changes.base import Change, Stored
from consent.changes.lines import SAID_BY, Lines
from consent.detection.json_values import name_readings
from consent.detection.texts import texts_of_version
from consent.target import Target
from memories import limits
from memories.drafts import Draft, FactDraft, MemoryDraft
from memories.sources.drafts import SourceDraft
from providers.redaction import MARK
from providers.schema import NO_CONTENT, has_no_content
from workspaces.actors import Actor
from workspaces.namespaces import MEMORIES, person_id_of, to_path

# An amended draft keeps these fields: where it is filed, and in which conversation it was requested.
PLACE = {"memory_type", "category", "sensitivity", "thread_id", "session_id"}
SECRET_ALONE = gettext_noop(
    "This is a secret and nothing else, and secrets are not kept. Say in words what to remember, without the secret."
)


class DirectChange(Change):
    """A change without a draft; thread and session are where it was requested (R20)."""

    reason: str = Field(default="", max_length=limits.REASON_CHARACTERS)
    thread_id: str = Field(default="", max_length=256)
    session_id: UUID | None = None

    def context_texts(self) -> Iterator[str]:
        yield from (self.reason, *name_readings(self.thread_id)) if self.reason or self.thread_id else ()


class ChangeById(DirectChange):
    """A change of an existing memory."""

    memory_id: UUID

    def memory_ids(self) -> set[UUID]:
        return {self.memory_id}


class ContentChange(ChangeById):
    """A change of a memory's content, which adds or removes the statements in it."""

    def texts(self, stored: Stored) -> Iterator[str]:
        for memory, version in stored:
            yield from texts_of_version(memory, version)


class DraftChange(Change):
    """New content as a draft; several signals may corroborate it.

    `apart` selects one of several memories at the draft's address; None: the one that the writer may know of.
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
            return True  # no such owner: refused when it is looked up
        return actor.writing_ceiling(person_id=person_id, namespace_path=to_path(namespace), now=now) is not None

    def with_place(self, target: Target) -> Self:
        return self.model_copy(update={"apart": target.apart})

    @property
    def attribution(self) -> Lines:
        return {SAID_BY: self.draft.source_identity} if self.draft.source_identity else {}

    @property
    def own_value(self) -> str:
        return self.draft.content


def default_values(kind: type[Draft]) -> dict[str, Any]:
    """Return the optional fields of a draft at their defaults: the person's own words keep nothing of the asker's."""
    optional = {name: field for name, field in kind.model_fields.items() if not field.is_required()}
    return {name: field.get_default(call_default_factory=True) for name, field in optional.items() if name not in PLACE}


def problem_of_empty(text: str) -> str:
    """Return why a text has no content, as it is or without its secrets; empty if it has."""
    if has_no_content(text):
        return NO_CONTENT
    return SECRET_ALONE if has_no_content(MARK.sub("", text)) else ""
