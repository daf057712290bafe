"""How a rule is written down."""

import re
from dataclasses import dataclass
from typing import Literal

from providers.statements.slots import Slot

Kind = Literal["verb", "attribute", "me", "free"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One way of stating one field.

    `on` lists words of which one must occur in the sentence. `pattern` is matched against small letters; the
    value is read by `slot` behind it, or inside its group `value`; with a group `begin` the value starts there.
    Groups may also be named in `key` and `template`. A group `no` denies. A `verb` has a subject before it, an
    `attribute` an owner; `me` holds the speaker as its object; a `free` rule needs none.
    """

    name: str
    key: str
    kind: Kind
    on: frozenset[str]
    pattern: re.Pattern[str]
    slot: Slot
    template: str = "{value}"
    after: re.Pattern[str] | None = None  # what must stand behind the value
    many: bool = False  # a list of values may follow
    anyhow: bool = False  # means what it says under a modal verb too ("would like to be called")
    past: bool = False  # holds although it is told in the past ("was born in")
    needs_be: bool = False  # a complement: "is | vegetarian"
    direct: bool = False  # its subject must stand right before it: the word is often no verb ("like", "love")
    request: bool = False  # asked of the listener, so a question mark takes nothing back
    confidence: float = 0.9


def rule(  # noqa: PLR0917 - a row of a table
    name: str,
    key: str,
    kind: Kind,
    on: str,
    pattern: str,
    slot: Slot,
    *,
    template: str = "{value}",
    after: str | None = None,
    many: bool = False,
    anyhow: bool = False,
    past: bool = False,
    needs_be: bool = False,
    direct: bool = False,
    request: bool = False,
    confidence: float = 0.9,
) -> Rule:
    """A rule, with `on` as words apart by blanks; "_" ties the parts of one word."""
    return Rule(
        name=name,
        key=key,
        kind=kind,
        on=frozenset(form for word in on.split() for form in (word, word.replace("_", "-"), word.split("_")[0])),
        pattern=re.compile(pattern),
        slot=slot,
        template=template,
        after=re.compile(after) if after else None,
        many=many,
        anyhow=anyhow,
        past=past,
        needs_be=needs_be,
        direct=direct,
        request=request,
        confidence=confidence,
    )
