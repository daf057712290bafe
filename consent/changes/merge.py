"""Merging two memories that say the same into one (001 §4), and undoing that."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, Self
from uuid import UUID, uuid5

from django.utils.translation import gettext_noop
from pydantic import Field

from consent.changes.base import Change, Stored
from consent.changes.families import ContentChange, problem_of_empty
from consent.changes.lines import Lines, lines_of, texts_beside
from consent.detection.texts import texts_of_version
from consent.outcomes import Refusal, Refused
from consent.target import NO_MEMORY, Target, target_of, visible_memory
from memories import limits, preparation
from memories.actions.merge_memories import Finding as MergeFinding
from memories.actions.merge_memories import (
    attributes_before,
    combined_attributes,
    draft_for,
    is_rewritten_by,
    merge_into_new,
    merge_memories,
    rewritten,
    unmerge,
)
from memories.actions.write_memory import content_of, named_attributes
from memories.actions.writer import Written
from memories.authority import WriteAuthority
from memories.models import History, Memory, MemoryVersion, Merge
from memories.models.choices import Event, MemoryType, MergeBand
from memories.models.merge import RULES
from memories.preparation import PreparedText
from providers.redaction import Finding, redact
from providers.statements import Statement

if TYPE_CHECKING:
    from consent.prepared import Prepared
    from consent.snapshot import BatchSnapshot

# Types that replace themselves, or that record the past.
UNMERGEABLE = (MemoryType.SOURCE_OBJECT, MemoryType.EPISODIC, MemoryType.WORKING, MemoryType.PROCEDURAL)
SAME_ATTRIBUTES = ("namespace_path", "memory_type", "category", "sensitivity")
KEY_PREFIX = "merged:"
OTHER = "Other memory"
OTHER_CHANGED = Refused(Refusal.STALE, gettext_noop("The other memory was changed meanwhile."))
UNLIKE = Refused(
    Refusal.INVALID, gettext_noop("Only two notes of one place, kind, category and sensitivity are merged.")
)
NO_TEXT = Refused(Refusal.INVALID, gettext_noop("This merge needs a text for both."))
NOT_MERGED = Refused(Refusal.INVALID, gettext_noop("Nothing is merged into this memory."))


class MergeMemories(ContentChange):
    """Merge two memories that say the same into one (001 §4); the other stays absorbed in it, and it can be undone.

    `content` is the text for both, empty if the remaining one's text stays. With the band `recreate` a new memory
    replaces both. `absorbed_change_id` must be the other's last change, else the merge is refused as stale.
    """

    type: Literal["merge_memories"] = "merge_memories"
    absorbed_id: UUID
    absorbed_change_id: UUID
    band: MergeBand
    content: str = Field(default="", max_length=limits.CONTENT_CHARACTERS)
    judge: str = Field(default=RULES, max_length=64)
    cosine: float = Field(ge=-1.0, le=1.0, allow_inf_nan=False)

    def redacted(self) -> tuple[Self, Sequence[Finding]]:
        reason, content = redact(self.reason), redact(self.content)
        clean = self.model_copy(update={"reason": reason.text, "content": content.text})
        return clean, [*reason.findings, *content.findings]

    def problem(self) -> str:
        return problem_of_empty(self.content) if self.content.strip() else ""

    def prepared_text(self) -> PreparedText | None:
        return preparation.split(self.content, limit=None) if self.content else None

    def memory_ids(self) -> set[UUID]:
        return {self.memory_id, self.absorbed_id}

    def texts(self, stored: Stored) -> Iterator[str]:
        yield self.content
        yield from super().texts(stored)

    def find(self, snapshot: "BatchSnapshot") -> Target | Refused:
        """Return the memory that stays; both must be visible, differ only in their text, and have nothing cut out."""
        memory = visible_memory(self.memory_id, snapshot.actor, snapshot.now)
        other = visible_memory(self.absorbed_id, snapshot.actor, snapshot.now)
        if memory is None or other is None:
            return NO_MEMORY
        if other.change_id != self.absorbed_change_id:
            return OTHER_CHANGED
        if memory.id == other.id or not _are_alike(memory, other):
            return UNLIKE
        if self.band != MergeBand.AUTO and not self.content.strip():
            return NO_TEXT
        made = snapshot.memory_at(memory.namespace_path, self._new_key) if self._makes_new else None
        return target_of(memory, other=other, made=made)

    @property
    def _makes_new(self) -> bool:
        return self.band == MergeBand.RECREATE

    @property
    def _new_key(self) -> str:
        """The key of a new memory: the same for every request."""
        return f"{KEY_PREFIX}{uuid5(self.memory_id, str(self.absorbed_id))}"

    def shared_texts(self, target: Target) -> Iterable[str]:
        return [self.content]

    def statements(self, target: Target, snapshot: "BatchSnapshot") -> Iterable[Statement]:
        return snapshot.detected.among(_texts_of_both(target, self.content))

    def write(self, item: "Prepared", target: Target, authority: WriteAuthority) -> Written:
        memory, other = target.existing, _other(target)
        finding = MergeFinding(self.band, self.judge, self.cosine)
        if not self._makes_new:
            return merge_memories(
                kept=memory, absorbed=other, content=self.content, prepared=item.text, finding=finding,
                authority=authority,
            )  # fmt: skip
        assert item.text is not None
        return merge_into_new(
            sources=[memory, other],
            key=self._new_key,
            content=self.content,
            prepared=item.text,
            existing=target.made,
            finding=finding,
            authority=authority,
        )

    def before(self, target: Target) -> Lines:
        return super().before(target) | texts_beside(_other(target), OTHER)

    def after(self, target: Target) -> Lines:
        memory = target.existing
        both = combined_attributes([memory, _other(target)])
        if self._makes_new:
            draft = draft_for(memory, key=self._new_key, content=self.content)
            return lines_of(target.made or Memory(key=draft.key), content_of(draft), **named_attributes(draft) | both)
        assert memory.current is not None
        is_new = self.content not in ("", memory.current.content)
        return lines_of(memory, rewritten(memory.current, self.content) if is_new else memory.current, **both)

    @classmethod
    def inverse(cls, memory: Memory, rows: Sequence[History]) -> Change | None:
        for row in rows:
            if row.event == Event.MERGE and "absorbed" in row.meta:
                made = Merge.objects.active().filter(kept=row.memory_id, absorbed__in=row.meta["absorbed"])
                return UndoMerge(memory_id=row.memory_id) if row.memory_id and made.exists() else None
        return None


class UndoMerge(ContentChange):
    """Undo the last merge into a memory, so that both are as they were."""

    type: Literal["undo_merge"] = "undo_merge"

    def find(self, snapshot: "BatchSnapshot") -> Target | Refused:
        found = visible_memory(self.memory_id, snapshot.actor, snapshot.now)
        if found is None:
            return NO_MEMORY
        last = Merge.objects.last_into(found)
        if last is None:
            return NOT_MERGED
        version = MemoryVersion.objects.filter(memory=found, number=last.former_version).first()
        text = preparation.split_version(version) if version else None
        other = Memory.objects.select_related("current").get(id=last.absorbed_id)
        return target_of(found, version=version, version_text=text, other=other)

    def statements(self, target: Target, snapshot: "BatchSnapshot") -> Iterable[Statement]:
        return snapshot.detected.among(_texts_of_both(target, target.version.content if target.version else ""))

    def write(self, item: "Prepared", target: Target, authority: WriteAuthority) -> Written:
        return unmerge(memory=target.existing, former=target.version, prepared=target.version_text, authority=authority)

    def after(self, target: Target) -> Lines:
        memory, last = target.existing, Merge.objects.last_into(target.existing)
        assert last is not None
        apart: Lines = {}
        for merge in Merge.objects.made_with(last).select_related("absorbed__current").order_by("id"):
            apart |= texts_beside(merge.absorbed, f"{OTHER}, {merge.absorbed.key}")
        if last.former_version == 0:
            return apart
        says = target.version if is_rewritten_by(last, memory) else memory.current
        return lines_of(memory, says, **attributes_before(memory, last)) | apart


def _other(target: Target) -> Memory:
    assert target.other is not None
    return target.other


def _texts_of_both(target: Target, text: str) -> Iterator[str]:
    """Yield the texts of two memories and the text for both, whose sensitive statements need the person's consent."""
    for memory in (target.memory, target.other):
        if memory is not None and memory.current is not None:
            yield from texts_of_version(memory, memory.current)
    yield text


def is_mergeable(memory: Memory) -> bool:
    """Whether it is a note with nothing cut out, which may be merged with a similar one."""
    is_whole = memory.current is not None and not memory.current.excisions
    return is_whole and not memory.is_fact and memory.memory_type not in UNMERGEABLE


def _are_alike(memory: Memory, other: Memory) -> bool:
    are_notes = is_mergeable(memory) and is_mergeable(other)
    return are_notes and all(getattr(memory, name) == getattr(other, name) for name in SAME_ATTRIBUTES)
