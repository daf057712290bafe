"""How a rule is written down."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from providers.statements.text.phrases import SEPARATOR
from providers.statements.text.slots import Slot

Kind = Literal["verb", "attribute", "me", "free"]
# The key of a family of rules, where it is not the family's own name.
FAMILY_KEYS: Mapping[str, str] = {
    "favorite": "favorite_{thing}",
    "health": "health_conditions",
    "instruction": "standing_instructions",
    "name": "preferred_name",
    "relationship": "relationship_status",
}


@dataclass(frozen=True)
class Rule:
    """One way of stating one field, compiled once.

    `name` begins with the rule's family, which says what `key` it finds. Of `words`, apart by blanks, one must occur
    in the sentence; "_" ties the parts of one word. `regex` is matched against small letters; the value is read by
    `slot` behind it, or inside its group `value`; with a group `begin` the value starts there. Groups may also be
    named in `key` and `template`. A group `no` denies. A `verb` has a subject before it, an `attribute` an owner; `me`
    holds the speaker as its object; a `free` rule needs none.
    """

    name: str
    kind: Kind
    words: str
    regex: str
    slot: Slot
    key: str = ""
    template: str = "{value}"
    followed_by: str = ""  # what must stand behind the value
    many: bool = False  # a list of values may follow
    anyhow: bool = False  # means what it says under a modal verb too ("would like to be called")
    past: bool = False  # holds although it is told in the past ("was born in")
    needs_be: bool = False  # a complement: "is | vegetarian"
    direct: bool = False  # its subject must stand right before it: the word is often no verb ("like", "love")
    foreign: bool = False  # in another language; its pattern marks by itself what is said of others
    request: bool = False  # asked of the listener, so a question mark takes nothing back
    noun: bool = False  # its value is a noun of German, though a part of another word: "laktoseintolerant"
    confidence: float = 0.9
    separator: re.Pattern[str] = SEPARATOR  # between the values of a list
    on: frozenset[str] = field(init=False)
    pattern: re.Pattern[str] = field(init=False)
    after: re.Pattern[str] | None = field(init=False)

    def __post_init__(self) -> None:
        family = self.name.split(".")[0]
        forms = (form for word in self.words.split() for form in (word, word.replace("_", "-"), word.split("_")[0]))
        for name, value in (
            ("key", self.key or FAMILY_KEYS.get(family, family)),
            ("on", frozenset(forms)),
            ("pattern", re.compile(self.regex)),
            ("after", re.compile(self.followed_by) if self.followed_by else None),
        ):
            object.__setattr__(self, name, value)


RulesByWord = Mapping[str, Sequence[tuple[int, Rule]]]


def rules_by_word(rules: Iterable[Rule]) -> RulesByWord:
    """Each rule with its rank, under each word that it needs one of."""
    found: dict[str, list[tuple[int, Rule]]] = {}
    for rank, rule in enumerate(rules):
        for word in rule.on:
            found.setdefault(word, []).append((rank, rule))
    return found


def candidates(by_word: RulesByWord, words: Iterable[str]) -> list[Rule]:
    """The rules one of whose words occurs, in their order."""
    found = dict(ranked for word in words for ranked in by_word.get(word, ()))
    return [found[rank] for rank in sorted(found)]
