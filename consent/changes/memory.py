"""Creating or updating a memory."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, Self
from uuid import UUID

from django.utils.translation import gettext_noop

from consent.changes.base import Stored
from consent.changes.evidence import artifacts_of, current_sources, missing_evidence, new_artifacts, sources_of
from consent.changes.families import DraftChange, default_values, problem_of_empty
from consent.changes.filing import NEEDS_CATEGORY, category_of_need, is_equivalent_at
from consent.changes.lines import Lines, evidence_line, lines_of, source_line
from consent.detection.statements import Detected, is_contradicted_since, may_read
from consent.detection.texts import texts_beside, texts_of, texts_of_origin, texts_of_version
from consent.detection.values import claim, normalized_pair
from consent.outcomes import Refusal, Refused
from consent.target import NO_PERSON, Target, default_category, target_of
from memories import preparation
from memories.actions.attach_artifact import attach_artifact
from memories.actions.link_memories import set_dependencies
from memories.actions.merge_memories import merge_repetition
from memories.actions.write_memory import content_of, named_attributes, write_memory
from memories.actions.writer import Written
from memories.authority import WriteAuthority
from memories.drafts import MemoryDraft
from memories.models import Artifact, Memory
from memories.models.choices import MemoryType
from memories.preparation import PreparedText
from memories.repetitions import REPEAT_CHARACTERS, is_bare, is_repeat, spelled
from memories.sources.drafts import KEY_PREFIX
from memories.store_items import VALUE
from providers.redaction import Finding, redact, redact_json
from providers.statements import SPECIAL_KEYS, Statement
from workspaces import sensitivity
from workspaces.actors import Actor

if TYPE_CHECKING:
    from consent.prepared import Prepared
    from consent.snapshot import BatchSnapshot
    from consent.stored import Address

RESERVED = ("fact:", KEY_PREFIX)
REDACTED_TEXTS = ("content", "title", "summary", "reason")
RESERVED_KEY = Refused(
    Refusal.INVALID, gettext_noop("Keys that begin with 'fact:' or 'source:' belong to facts and source objects.")
)
NO_SESSION = Refused(
    Refusal.INVALID, gettext_noop("A working memory lives with a conversation of its person: session_id.")
)


class WriteMemory(DraftChange):
    """Create or update a memory.

    With `excise`, a sensitive statement is cut out and queued by itself while the rest is stored at once, for summaries
    and imports (R19). Without it the whole memory waits. With `may_repeat`, its key was generated: if it repeats a
    stored memory it merges with that one (R38), whose key is `repeated_key`.
    """

    type: Literal["write_memory"] = "write_memory"
    draft: MemoryDraft
    excise: bool = False
    may_repeat: bool = False
    repeated_key: str = ""

    is_amendable = True

    @property
    def is_independent(self) -> bool:  # type: ignore[override]
        draft = self.draft
        return not (draft.derived_from or draft.depends_on or draft.artifact_refs)

    def redacted(self) -> tuple[Self, Sequence[Finding]]:
        parts = {name: redact(getattr(self.draft, name)) for name in REDACTED_TEXTS}
        metadata, in_metadata = redact_json(self.draft.metadata)
        tags = [redact(tag) for tag in self.draft.tags]
        found = [finding for part in [*parts.values(), *tags] for finding in part.findings]
        if not found and not in_metadata:
            return self, ()
        values: dict[str, Any] = {name: part.text for name, part in parts.items()}
        values |= {"metadata": metadata, "tags": tuple(tag.text for tag in tags)}
        return self.with_draft(**values), [*found, *in_metadata]

    def problem(self) -> str:
        is_value = VALUE in self.draft.metadata  # a key-value store accepts any value
        return "" if is_value else problem_of_empty(self.draft.content)

    def prepared_text(self) -> PreparedText | None:
        draft = self.draft
        return preparation.split(draft.content, title=draft.title, summary=draft.summary)

    def addresses(self) -> "set[Address]":
        keys = (self.draft.key, self.repeated_key) if self.repeated_key else (self.draft.key,)
        return {(self.draft.namespace_path, key) for key in keys}

    @property
    def short_text(self) -> tuple[str, str] | None:
        is_short = len(self.draft.content) <= REPEAT_CHARACTERS
        return (self.draft.namespace_path, self.draft.content) if is_short else None

    @property
    def repeatable(self) -> tuple[str, str] | None:
        return (self.draft.namespace_path, self.draft.content) if self.may_repeat and is_bare(self.draft) else None

    def locks(self) -> "set[Address]":
        return {spelled(self.repeatable)} if self.repeatable else set()

    def repeating(self, key: str) -> Self:
        return self.model_copy(update={"repeated_key": key})

    def default_categories(self, actor: Actor) -> Collection[str]:
        draft = self.draft
        natural = default_category(draft.memory_type or MemoryType.SEMANTIC, actor)
        return (draft.category,) if draft.category else (NEEDS_CATEGORY, natural)

    def texts(self, stored: Stored) -> Iterator[str]:
        yield from texts_of(self.draft)
        for memory, version in stored:
            yield from texts_beside(self.draft, memory)
            yield from texts_of_version(memory, version)

    @property
    def excisable_draft(self) -> MemoryDraft | None:
        return self.draft if self.excise else None

    def find(self, snapshot: "BatchSnapshot") -> Target | Refused:
        draft = self.draft
        person_id, has_owner = snapshot.resolve_owner(draft.namespace)
        if not has_owner:
            return NO_PERSON
        if draft.key.startswith(RESERVED):
            return RESERVED_KEY
        memory, apart = snapshot.place_at(draft.namespace_path, draft.key, self.apart)
        memory_type = draft.memory_type or (memory.memory_type if memory else MemoryType.SEMANTIC)
        if memory_type == MemoryType.WORKING and not self._has_session(memory, person_id, snapshot):
            return NO_SESSION
        category = draft.category or (
            memory.category if memory else self._default_category(memory_type, person_id, snapshot)
        )
        label = draft.sensitivity or (memory.sensitivity if memory else sensitivity.INTERNAL)
        target = Target(
            draft.namespace_path, draft.key, person_id, category, label, memory, memory_type=memory_type, apart=apart
        )
        repeated = self._repeated(target, snapshot)
        if repeated is not None:
            return target_of(repeated)
        return missing_evidence(self.draft, target.namespace_path, actor=snapshot.actor, now=snapshot.now) or target

    def _default_category(self, memory_type: str, person_id: UUID | None, snapshot: "BatchSnapshot") -> str:
        """Return its category if the writer names none and no memory is stored there."""
        needed = category_of_need(self.draft, person_id=person_id, actor=snapshot.actor)
        return needed or default_category(memory_type, snapshot.actor)

    def _repeated(self, target: Target, snapshot: "BatchSnapshot") -> Memory | None:
        """Return the stored memory that says the same, if the actor may read it, no later statement contradicts it, and
        the new origin, which is recorded too, discloses nothing."""
        if not self.repeated_key or target.memory is not None:
            return None
        found = snapshot.memory_at(target.namespace_path, self.repeated_key)
        if found is None or not is_repeat(self.draft, found, sensitivity=target.sensitivity):
            return None
        if not may_read(found, actor=snapshot.actor, now=snapshot.now) or not is_equivalent_at(found, target, snapshot):
            return None
        if snapshot.new_statements(texts_of_origin(self.draft), found.person_id):
            return None
        stated = [one for one in snapshot.detected[self.draft.content] if one.key not in SPECIAL_KEYS]
        is_outdated = bool(stated) and is_contradicted_since(found, stated, actor=snapshot.actor, now=snapshot.now)
        return None if is_outdated else found

    def _is_repeat(self, target: Target) -> bool:
        return target.key != self.draft.key

    def is_noop(self, target: Target, snapshot: "BatchSnapshot") -> bool:
        return self._is_repeat(target)

    def _has_session(self, memory: Memory | None, person_id: UUID | None, snapshot: "BatchSnapshot") -> bool:
        """Whether a working memory belongs to a conversation of its person (R30)."""
        session_id = self.draft.session_id or (memory.session_id if memory else None)
        if session_id is None or person_id is None:
            return False
        return snapshot.has_session(session_id, person_id)

    def content_after(self, target: Target) -> str | None:
        return self.draft.content

    def shared_texts(self, target: Target) -> Iterable[str]:
        return texts_of(self.draft)

    def disclosed_artifacts(self, target: Target) -> Iterable[Artifact]:
        return new_artifacts(self.draft.artifact_refs, target.memory)

    def statements(self, target: Target, snapshot: "BatchSnapshot") -> Iterable[Statement]:
        """Return the statements that are new, in its text or together with what stays, and those that would be lost."""
        memory = target.memory
        beside = texts_beside(self.draft, memory) if memory else ()
        new = snapshot.new_statements([*texts_of(self.draft), *beside], target.person_id)
        return [*new, *(self._lost(memory, snapshot) if memory else ())]

    def replaces_content(self, target: Target) -> bool:
        current = target.existing.current  # the summary counts: it is shown in place of the text
        stored = (current.content, current.summary) if current else None
        return stored != (self.draft.content, self.draft.summary) or self._ends_earlier(target.existing)

    def ends_existing(self, target: Target) -> bool:
        return self._ends_earlier(target.existing)

    def _ends_earlier(self, memory: Memory) -> bool:
        ends_at = self.draft.expires_at
        return ends_at is not None and (memory.expires_at is None or ends_at < memory.expires_at)

    def _lost(self, memory: Memory, snapshot: "BatchSnapshot") -> list[Statement]:
        """Return the stored statements that would be lost; all of them if it would end earlier, as if forgotten."""
        if memory.current is None:
            return []
        texts = list(texts_of_version(memory, memory.current))
        if self._ends_earlier(memory):
            return [statement for text in texts for statement in snapshot.detected[text]]
        stored = snapshot.new_statements(texts, memory.person_id)
        repeated = {normalized_pair(one) for one in snapshot.detected.among(texts_of(self.draft))} if stored else set()
        return [statement for statement in stored if normalized_pair(statement) not in repeated]

    def insight_confidence(self) -> float | None:
        return (self.draft.confidence or 0.0) if self.draft.memory_type == MemoryType.INSIGHT else None

    def write(self, item: "Prepared", target: Target, authority: WriteAuthority) -> Written:
        if self._is_repeat(target):
            return merge_repetition(memory=target.existing, authority=authority)
        assert item.text is not None
        written = write_memory(
            memory=target.memory,
            draft=self.draft,
            prepared=item.text,
            authority=authority,
            default_category=target.category,
            apart=target.apart,
            redactions=list(item.redactions),
            excisions=item.excisions,
        )
        if sources := sources_of(self.draft):
            set_dependencies(memory=written.memory, sources=sources, authority=authority)
        for artifact in artifacts_of(self.draft):
            attach_artifact(memory=written.memory, artifact=artifact, authority=authority)
        return written

    def with_place(self, target: Target) -> Self:
        return super().with_place(target).with_draft(category=target.category)

    def stated_text(self) -> str:
        return self.draft.content

    def before(self, target: Target) -> Lines:
        if not target.is_in_force:
            return {}
        attached = [one for one in artifacts_of(self.draft) if one.links.filter(memory=target.existing).exists()]
        return super().before(target) | evidence_line(attached) | current_sources(self.draft, target.existing)

    def after(self, target: Target) -> Lines:
        draft = self.draft
        head = target.memory or Memory(key=draft.key, memory_type=target.memory_type, category=target.category)
        lines = lines_of(head, content_of(draft), **named_attributes(draft)) | evidence_line(artifacts_of(draft))
        for kind, ids in sources_of(draft).items():
            lines |= source_line(kind, ids)
        return lines

    def claims(self, value: str | None, detected: Detected, *, key: str = "") -> list[str]:
        found = detected.among(text for text in texts_of(self.draft) if text in detected)  # no reading under the lock
        return sorted({claim(one.category, one.key, one.value) for one in found})

    def amended_fields(self, value: str) -> dict[str, Any]:
        """Return the draft with the person's words at the asker's address and category, and nothing else of it."""
        return {"draft": default_values(MemoryDraft) | {"content": value}}
