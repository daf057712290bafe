"""Filing a memory under another category."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from django.utils.translation import gettext_noop

from consent.changes.base import Change
from consent.changes.families import ChangeById
from consent.changes.lines import Lines, lines_of
from consent.outcomes import Refusal, Refused
from consent.target import NO_MEMORY, Target, target_of, visible_memory
from memories.actions.change_attributes import change_category
from memories.actions.writer import Written
from memories.authority import WriteAuthority
from memories.models import History, Memory
from providers.schema import CategoryName

if TYPE_CHECKING:
    from consent.prepared import Prepared
    from consent.snapshot import BatchSnapshot

OF_ITS_FIELD = Refused(Refusal.INVALID, gettext_noop("A fact is filed under the category of its field."))


class ChangeCategory(ChangeById):
    """File a memory under another category. The policies of the new category apply, as for a write there."""

    type: Literal["change_category"] = "change_category"
    category: CategoryName

    def find(self, snapshot: "BatchSnapshot") -> Target | Refused:
        memory = visible_memory(self.memory_id, snapshot.actor, snapshot.now)
        if memory is None:
            return NO_MEMORY
        return OF_ITS_FIELD if memory.is_fact else replace(target_of(memory), category=self.category)

    def is_noop(self, target: Target, snapshot: "BatchSnapshot") -> bool:
        return target.existing.category == self.category

    def write(self, item: "Prepared", target: Target, authority: WriteAuthority) -> Written:
        return change_category(memory=target.existing, category=self.category, authority=authority)

    def field_name(self, target: Target) -> str:
        """Differs from the key, because a question about the memory's text is a separate one."""
        return f"category of {target.key}"

    def after(self, target: Target) -> Lines:
        return lines_of(target.existing, category=self.category)

    @classmethod
    def inverse(cls, memory: Memory, rows: Sequence[History]) -> Change | None:
        former = rows[0].meta.get("former_category")
        is_unchanged = memory.category == rows[0].category
        return ChangeCategory(memory_id=memory.id, category=former) if former and is_unchanged else None
