"""How a rule is written down."""

import re
from dataclasses import dataclass, field
from typing import Literal

from providers.statements.slots import Slot

Kind = Literal["verb", "attribute", "free"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One way of stating one field.

    `on` lists words of which one must occur in the sentence. `pattern` is matched against small letters; the value is read by
    `slot` behind it, or inside its group `value`. A `verb` has a subject before it, an `attribute` an owner, a `free` rule
    neither. `anyhow` rules mean what they say under a modal verb too ("would like to be called").
    """

    name: str
    key: str
    kind: Kind
    on: frozenset[str]
    pattern: re.Pattern[str]
    slot: Slot
    anyhow: bool = False
    needs_be: bool = False


def rule(
    name: str, key: str, kind: Kind, on: str, pattern: str, slot: Slot, *, anyhow: bool = False, needs_be: bool = False
) -> Rule:
    """A rule, with `on` as words apart by blanks."""
    return Rule(name, key, kind, frozenset(on.split()), re.compile(pattern), slot, anyhow, needs_be)
