"""Restoring a sentence where it was cut out (R19)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import Field

from consent.changes.base import Stored
from consent.changes.families import ChangeById
from consent.changes.proposable import Description
from consent.outcomes import Refusal, Refused
from consent.target import NO_MEMORY, Target, reachable_memory, target_of
from memories.actions.join_statement import join_statement
from memories.actions.writer import Written
from memories.authority import WriteAuthority
from memories.excisions import is_cut

if TYPE_CHECKING:
    from consent.prepared import Prepared
    from consent.snapshot import BatchSnapshot

TEXT_CHANGED = Refused(Refusal.STALE, gettext_noop("The text that this sentence was cut from has changed."))


class JoinStatement(ChangeById):
    """Restore a sentence wherever its mark is still in the text."""

    type: Literal["join_statement"] = "join_statement"
    excision_id: UUID
    statement: str = Field(min_length=1)

    is_amendable = True
    ignores_versions = True

    @property
    def is_persons_only(self) -> bool:
        return True

    def texts(self, stored: Stored) -> Iterator[str]:
        yield self.statement

    def find(self, snapshot: "BatchSnapshot") -> Target | Refused:
        memory = reachable_memory(self.memory_id, snapshot.actor, snapshot.now)
        if memory is None or memory.current is None:
            return NO_MEMORY
        return target_of(memory) if is_cut(memory.current.excisions, self.excision_id) else TEXT_CHANGED

    def write(self, item: "Prepared", target: Target, authority: WriteAuthority) -> Written:
        return join_statement(
            memory=target.existing, excision_id=self.excision_id, statement=self.statement, authority=authority
        )

    def describe(self, target: Target) -> Description:
        """Describe the sentence alone: the text around it stays, even if it changed."""
        return Description(self.field_name(target), "", self.statement, self.statement)

    def stated_text(self) -> str:
        return self.statement

    def amended_fields(self, value: str) -> dict[str, Any]:
        return {"statement": value, "reason": ""}
