"""The part of a change that proposals use: its description, its claims, and the person's own words in its place."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from django.utils.translation import gettext_noop

from consent.changes.lines import TEXT, Lines, compared_texts, lines_of
from consent.detection.statements import Detected
from consent.detection.values import Pair, claim, normalized_pair
from consent.proposals.errors import NotAmendable
from consent.target import Target
from memories.models import History, Memory
from providers import statements

if TYPE_CHECKING:
    from consent.changes.base import Change

FACT_PREFIX = "fact:"


def field_at(key: str) -> tuple[str, str]:
    """Return category and key of the field that a fact's memory key names."""
    category, _, name = key.removeprefix(FACT_PREFIX).partition(":")[0].partition(".")
    return category, name


NO_VALUE = gettext_noop("This change has no value of its own: approve or refuse it as it is.")


class Description(NamedTuple):
    """A change in words: `field`, e.g. identity.city, the stored value and the new one; empty where there is none.

    `text` is the new text without the lines shown below it; None if the change leaves the text as it is.
    """

    field: str
    old: str
    new: str
    text: str | None


class Proposable:
    """The methods of a change that proposals and pages call."""

    def with_place(self, target: Target) -> Self:
        """Return the change with explicit category and place: the approver has other defaults and sees more."""
        return self

    def field_name(self, target: Target) -> str:
        return target.key

    def before(self, target: Target) -> Lines:
        """Return the stored lines that the change touches."""
        return lines_of(target.existing) if target.is_in_force else {}

    def after(self, target: Target) -> Lines:
        """Return the lines after the change. `write` stores or removes nothing of the asker's that has no line here."""
        raise NotImplementedError

    @property
    def own_value(self) -> str:
        """The text or value that it would store, without the other lines; the person may replace it by their own."""
        return ""

    @property
    def attribution(self) -> Lines:
        """The speaker that the asker names, as a line."""
        return {}

    def describe(self, target: Target) -> Description:
        before, after = self.before(target), self.after(target)
        said = after.get(TEXT, "")
        old, new = compared_texts(before, after | self.attribution)
        return Description(self.field_name(target), old, new, None if said == before.get(TEXT, "") else said)

    def claims(self, value: str | None, detected: Detected, *, key: str = "") -> list[str]:
        """Return the values that it states, in one spelling whatever its form, e.g. identity.city=lisbon.

        `value` is its new text, None if that stays; `key` is the memory's. Forgetting a fact claims its field with an
        empty value.
        """
        if value is None:
            return []
        if key.startswith(FACT_PREFIX):
            return [claim(*field_at(key), value)]
        return sorted({claim(found.category, found.key, found.value) for found in detected[value]})

    def pairs(self) -> set[Pair]:
        """Return the keys and values that it would store, which are withheld if the person does not agree."""
        return {normalized_pair(one) for one in statements.sensitive(self.stated_text())}

    def stated_text(self) -> str:
        return ""

    def is_done(self, target: Target) -> bool:
        """Whether it is true already, so that the question is obsolete."""
        return self.before(target) == self.after(target)

    def amended_fields(self, value: str) -> "dict[str, Any]":
        """Return the fields that change with the person's own value; nothing else that the agent wrote stays."""
        raise NotAmendable(NO_VALUE)

    def with_full_confidence(self) -> Self:
        """Return the change as approved by a reviewer: confident enough to replace a stored value (R15)."""
        return self

    @classmethod
    def inverse(cls, memory: Memory, rows: Sequence[History]) -> "Change | None":
        """Return the change that undoes what this kind did, by the history rows of a decision; None for none."""
        return None
