"""Storing the current state of a source object (004)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, Self
from uuid import UUID

from django.utils.translation import gettext_noop

from consent.changes.base import Stored
from consent.changes.families import DraftChange
from consent.changes.lines import Lines, lines_of
from consent.detection.texts import texts_of, texts_of_version
from consent.models import Decision
from consent.outcomes import Refusal, Refused
from consent.target import NO_PERSON, Target, default_category, place_of
from memories import cache
from memories.actions.write_source import content_of_source, named_attributes, split_source, write_source
from memories.actions.writer import Written
from memories.authority import WriteAuthority
from memories.models import Memory
from memories.models.choices import MemoryType
from memories.preparation import PreparedText
from memories.sources.drafts import STORED_PREFIX, SourceDraft, is_gone
from providers.redaction import Finding, redact_json
from workspaces import scope, sensitivity

if TYPE_CHECKING:
    from consent.prepared import Prepared
    from consent.snapshot import BatchSnapshot
    from consent.stored import Address

REDACTED_PARTS = {"title", "summary", "reason", "state", "author", "labels", "metadata", "payload"}
FOREIGN_POINTER = Refused(Refusal.INVALID, gettext_noop("The raw pointer lies outside this workspace's folder."))
OTHER_NAMESPACE = Refused(Refusal.INVALID, gettext_noop("This object is kept in another namespace."))


class IngestSource(DraftChange):
    """Store the current state of a source object (004); sensitive statements are always cut out and queued (R19)."""

    type: Literal["ingest_source"] = "ingest_source"
    draft: SourceDraft

    is_source = True

    @property
    def speaker(self) -> str:
        return self.draft.source_identity or self.draft.source

    def redacted(self) -> tuple[Self, Sequence[Finding]]:
        body, found = redact_json(self.draft.model_dump(mode="json", include=REDACTED_PARTS))
        if not found:
            return self, ()
        draft = SourceDraft.model_validate(self.draft.model_dump(mode="json") | body)
        return self.model_copy(update={"draft": draft}), found

    def prepared_text(self) -> PreparedText | None:
        return split_source(self.draft)

    def addresses(self) -> "set[Address]":
        return {(self.draft.namespace_path, self.draft.key)}

    def locks(self) -> "set[Address]":
        """Its identity, which does not depend on its namespace."""
        return {("", self.draft.key)}

    def texts(self, stored: Stored) -> Iterator[str]:
        yield from texts_of(self.draft)
        for memory, version in stored:
            yield from texts_of_version(memory, version)

    @property
    def excisable_draft(self) -> SourceDraft:
        return self.draft

    def is_repeat_of(self, memory: Memory) -> bool:
        stored = memory.current.content_hash if memory.current else None
        return not self.draft.forced and stored == self.draft.content_hash

    def is_cached_repeat(self, workspace_id: UUID) -> bool:
        return not self.draft.forced and cache.source_hash(workspace_id, self.draft.key) == self.draft.content_hash

    def find(self, snapshot: "BatchSnapshot") -> Target | Refused:
        """Return the object. It stays in the namespace where it was first stored; its identity ignores that (R4)."""
        draft = self.draft
        person_id, has_owner = snapshot.resolve_owner(draft.namespace)
        if not has_owner:
            return NO_PERSON
        pointer, own_folder = draft.raw_pointer, f"{STORED_PREFIX}{scope.current_workspace_id()}/"
        if pointer.startswith(STORED_PREFIX) and not pointer.startswith(own_folder):
            return FOREIGN_POINTER
        rows = Memory.objects.select_related("current")
        stored = rows.source_object(draft.source, draft.source_type, draft.source_id)
        memory, apart = place_of(list(stored), self.apart, snapshot.actor, snapshot.now)
        if memory is not None and memory.namespace_path != draft.namespace_path:
            return OTHER_NAMESPACE
        natural = default_category(MemoryType.SOURCE_OBJECT, snapshot.actor)
        category = draft.category or (memory.category if memory else natural)
        label = draft.sensitivity or (memory.sensitivity if memory else sensitivity.INTERNAL)
        return Target(
            draft.namespace_path, draft.key, person_id, category, label, memory, memory_type=MemoryType.SOURCE_OBJECT,
            apart=apart,
        )  # fmt: skip

    def shared_texts(self, target: Target) -> Iterable[str]:
        return texts_of(self.draft)

    def replaces_content(self, target: Target) -> bool:
        current = target.existing.current
        return current is None or current.content != self.draft.content

    def ends_existing(self, target: Target) -> bool:
        """Whether it would leave the search, because this draft says that it is gone at its source."""
        return self.draft.is_gone and not is_gone(target.existing.source_state)

    def signal(self) -> dict[str, Any] | None:
        return {"evidence": f"event:{self.draft.source}:{self.draft.source_event_id or self.draft.content_hash}"}

    def write(self, item: "Prepared", target: Target, authority: WriteAuthority) -> Written:
        return write_source(
            memory=target.memory,
            draft=self.draft,
            agent_id=_writer(authority),
            prepared=item.text,
            authority=authority,
            default_category=target.category,
            apart=target.apart,
            redactions=list(item.redactions),
            excisions=item.excisions,
        )

    def after(self, target: Target) -> Lines:
        head = target.memory or Memory(
            key=self.draft.key, memory_type=MemoryType.SOURCE_OBJECT, category=target.category
        )
        return lines_of(head, content_of_source(self.draft), **named_attributes(self.draft))

    def with_place(self, target: Target) -> Self:
        return super().with_place(target).with_draft(category=target.category)


def _writer(authority: WriteAuthority) -> UUID | None:
    """Return the agent whose words it stores: the writer, or the one whose request the person approved. None for a
    login. One query for a decision."""
    if authority.actor.is_agent or authority.decision_id is None:
        return authority.actor.id if authority.actor.is_agent else None
    return Decision.objects.filter(id=authority.decision_id).values_list("proposal__agent_id", flat=True).first()
