"""Setting one field of a person."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import not_
from typing import TYPE_CHECKING, Any, Literal, Self

from pydantic import Field

from consent.changes.base import Stored
from consent.changes.families import DraftChange, default_values, problem_of_empty
from consent.changes.lines import Lines, lines_of
from consent.detection.statements import ECHO, Detected
from consent.detection.texts import texts_of_fact, texts_of_origin
from consent.detection.values import Pair, claim, in_one_spelling, problem_of, problem_of_field
from consent.outcomes import Refused
from consent.target import NO_PERSON, Target
from memories import preparation
from memories.actions.write_fact import write_fact
from memories.actions.writer import Content, Written
from memories.authority import WriteAuthority
from memories.drafts import FactDraft, item_of
from memories.models import Fact, Memory
from memories.models.choices import FACT_ALLOWLIST_CATEGORY, MemoryType
from memories.preparation import PreparedText
from providers import statements
from providers.redaction import Finding, redact
from providers.statements import Address as FieldAddress
from providers.statements import Statement, normalize_value
from workspaces.namespaces import to_path

if TYPE_CHECKING:
    from consent.prepared import Prepared
    from consent.snapshot import BatchSnapshot
    from consent.stored import Address


class SetFact(DraftChange):
    """Give one field of a person a value."""

    type: Literal["set_fact"] = "set_fact"
    draft: FactDraft
    # Whether it was inferred from the meaning of the person's words: then only they can confirm it. Stored only if
    # true, because servers of the last release refuse unknown fields.
    is_guess: bool = Field(default=False, exclude_if=not_)

    is_amendable = True
    sets_a_field = True

    @property
    def fact(self) -> FactDraft:
        return self.draft

    @property
    def is_persons_only(self) -> bool:
        return self.is_guess

    def with_canonical_field(self, aliases: Mapping[str, FieldAddress]) -> Self:
        """Return the change at its canonical address and in one spelling. Raises InvalidKey, InvalidCategory."""
        draft = self.draft
        address = statements.resolve_address(draft.category, draft.key, draft.value, aliases=aliases)
        value = in_one_spelling(address.key, statements.with_relative(draft.key, draft.value))
        if address == (draft.category, draft.key) and value == draft.value:
            return self
        item = item_of(value) if statements.is_multi_valued(address.key) else ""
        moved = FactDraft.model_validate(draft.model_dump() | address._asdict() | {"value": value, "item": item})
        return self.model_copy(update={"draft": moved})

    def redacted(self) -> tuple[Self, Sequence[Finding]]:
        value, reason = redact(self.draft.value), redact(self.draft.reason)
        item = item_of(value.text) if self.draft.item and value.findings else self.draft.item
        return self.with_draft(value=value.text, reason=reason.text, item=item), [*value.findings, *reason.findings]

    def problem(self) -> str:
        key, value = self.draft.key, self.draft.value
        return problem_of_empty(value) or problem_of(value + self.draft.item) or problem_of_field(key, value)

    def prepared_text(self) -> PreparedText | None:
        return preparation.prepare_fact(self.draft.content)

    def addresses(self) -> "set[Address]":
        return {(to_path(self.draft.namespace), self.draft.memory_key)}

    @property
    def short_text(self) -> tuple[str, str]:
        return to_path(self.draft.namespace), self.draft.content

    def texts(self, stored: Stored) -> Iterator[str]:
        return texts_of_fact(self.draft)

    def find(self, snapshot: "BatchSnapshot") -> Target | Refused:
        draft = self.draft
        if not snapshot.has_person(draft.person_id):
            return NO_PERSON
        ((path, key),) = self.addresses()
        memory, apart = snapshot.place_at(path, key, self.apart)
        return Target(
            path, key, draft.person_id, FACT_ALLOWLIST_CATEGORY[draft.category], draft.sensitivity, memory,
            memory_type=memory.memory_type if memory else MemoryType.SEMANTIC, apart=apart,
        )  # fmt: skip

    def content_after(self, target: Target) -> str | None:
        return self.draft.content

    def policy_fields(self, target: Target) -> Iterable[tuple[str, str]]:
        return [(self.draft.category, self.draft.key)]

    def statements(self, target: Target, snapshot: "BatchSnapshot") -> Iterable[Statement]:
        """Return what it states of its own or another field: in its value ("note: lives in Lisbon"), its key
        ("lives_in_lisbon: yes") or its origin."""
        found = snapshot.new_statements(texts_of_fact(self.draft), self.draft.person_id)
        # As in sentences, an allergy to something they refused is no repetition of it, unless it is a medicine, which
        # may disclose an illness.
        is_allergy = self.draft.key == "allergies" and not statements.is_medicine(self.draft.value.casefold())
        return [one for one in found if not (is_allergy and one.pattern == ECHO)]

    def is_noop(self, target: Target, snapshot: "BatchSnapshot") -> bool:
        rows = Fact.objects.active().address(self.draft.person_id, self.draft.category, self.draft.key)
        fact = rows.filter(item=self.draft.item, memory=target.memory).first() if target.memory else None
        if fact is None or fact.value != self.draft.value:
            return False
        return not snapshot.new_statements(texts_of_origin(self.draft), self.draft.person_id)

    def replaces_content(self, target: Target) -> bool:
        """Whether it replaces the stored value; a less confident value does not (R15)."""
        stored = target.existing
        is_other = stored.current is None or stored.current.content != self.draft.content
        return is_other and self.draft.confidence >= stored.confidence

    def signal(self) -> dict[str, Any] | None:
        insight_id = self.draft.insight_id
        return {"evidence": f"insight:{insight_id}", "insight_id": insight_id} if insight_id else None

    def write(self, item: "Prepared", target: Target, authority: WriteAuthority) -> Written:
        assert item.text is not None
        return write_fact(
            memory=target.memory, draft=self.draft, prepared=item.text, authority=authority, apart=target.apart
        )

    def field_name(self, target: Target) -> str:
        return f"{self.draft.category}.{self.draft.key}" + (f":{self.draft.item}" if self.draft.item else "")

    def after(self, target: Target) -> Lines:
        head = target.memory or Memory(key=self.draft.memory_key)
        return lines_of(head, Content(self.draft.content), sensitivity=self.draft.sensitivity)

    @property
    def own_value(self) -> str:
        return self.draft.value

    def claims(self, value: str | None, detected: Detected, *, key: str = "") -> list[str]:
        return [claim(self.draft.category, self.draft.key, self.draft.value)]

    def pairs(self) -> set[Pair]:
        return {(self.draft.key, normalize_value(self.draft.value))}

    def amended_fields(self, value: str) -> dict[str, Any]:
        value = in_one_spelling(self.draft.key, value)
        return {
            "draft": default_values(FactDraft) | {"value": value, "item": item_of(value) if self.draft.item else ""}
        }

    def with_full_confidence(self) -> Self:
        return self.with_draft(confidence=1.0)
