"""What every change is as a proposal: in words, in what it claims, and with other words of the person in its place."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from django.utils.translation import gettext_noop

from consent.changes.lines import TEXT, Lines, differing, lines_of
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
    """Category and key of the field whose fact stands at a memory's key."""
    category, _, name = key.removeprefix(FACT_PREFIX).partition(":")[0].partition(".")
    return category, name


NO_VALUE = gettext_noop("This change has no value of its own: approve or refuse it as it is.")


class Description(NamedTuple):
    """A change in words: `field` e.g. identity.city, what stands there now and what would; empty where nothing does.

    `said` is the text alone, without what is shown beside it; None where the change leaves it as it is.
    """

    field: str
    old: str
    new: str
    said: str | None


class Proposable:
    """The part of a change that proposals and pages ask for."""

    def pinned(self, target: Target) -> Self:
        """Itself with its category and its place written out: whoever approves it has other defaults, and sees more."""
        return self

    def field_name(self, target: Target) -> str:
        return target.key

    def before(self, target: Target) -> Lines:
        """What stands there now, as far as the change touches it."""
        return lines_of(target.existing) if target.stands else {}

    def after(self, target: Target) -> Lines:
        """What would stand there: `write` stores nothing of the asker's that has no line here, nor takes away any."""
        raise NotImplementedError

    @property
    def own_value(self) -> str:
        """The words or value that it brings, without what else is shown; the person may put theirs in its place."""
        return ""

    @property
    def attribution(self) -> Lines:
        """Whom the asker names as the one who said it."""
        return {}

    def describe(self, target: Target) -> Description:
        before, after = self.before(target), self.after(target)
        said = after.get(TEXT, "")
        old, new = differing(before, after | self.attribution)
        return Description(self.field_name(target), old, new, None if said == before.get(TEXT, "") else said)

    def claims(self, value: str | None, detected: Detected, *, key: str = "") -> list[str]:
        """The values that it states, in one spelling whatever its form, e.g. identity.city=lisbon.

        `value` is what it would say, None where that stays; `key` is the memory's. Forgetting a fact claims its field
        with an empty value.
        """
        if value is None:
            return []
        if key.startswith(FACT_PREFIX):
            return [claim(*field_at(key), value)]
        return sorted({claim(found.category, found.key, found.value) for found in detected[value]})

    def pairs(self) -> set[Pair]:
        """Keys and values that it would store, to be withheld where the person does not agree."""
        return {normalized_pair(one) for one in statements.sensitive(self.stated_text())}

    def stated_text(self) -> str:
        return ""

    def is_done(self, target: Target) -> bool:
        """Whether it is so already, so that the question makes no sense any more."""
        return self.before(target) == self.after(target)

    def amended(self, value: str) -> "dict[str, Any]":
        """The fields that change with the person's own value; nothing else that the agent wrote stays."""
        raise NotAmendable(NO_VALUE)

    def assured(self) -> Self:
        """As approved by somebody else than the person: sure enough to take a stored value's place (R15)."""
        return self

    @classmethod
    def inverse(cls, memory: Memory, rows: Sequence[History]) -> "Change | None":
        """The change that undoes what a decision's rows of history say this kind did; None where it was no such."""
        return None
