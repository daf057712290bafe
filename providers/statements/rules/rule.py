"""The definition of a rule."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from providers.statements.text.phrases import SEPARATOR
from providers.statements.text.slots import Slot

Kind = Literal["verb", "attribute", "me", "free"]
# The keys of rule families that differ from the family's name.
FAMILY_KEYS: Mapping[str, str] = {
    "favorite": "favorite_{thing}",
    "health": "health_conditions",
    "instruction": "standing_instructions",
    "name": "preferred_name",
    "relationship": "relationship_status",
}


@dataclass(frozen=True)
class Rule:
    """One way to state one field, compiled once.

    `name` begins with the rule's family, which determines the `key`. At least one of the blank-separated `words` must
    occur in the sentence; "_" joins the parts of one word. `regex` is matched against small letters; the value is read
    by `slot` after it, or inside its group `value`; with a group `begin` the value starts there. Groups may also be
    named in `key` and `template`. A group `no` negates. A `verb` has a subject before it, an `attribute` an owner; `me`
    has the speaker as its object; a `free` rule needs none.
    """

    name: str
    kind: Kind
    words: str
    regex: str
    slot: Slot
    key: str = ""
    template: str = "{value}"
    followed_by: str = ""  # a pattern that must follow the value
    is_list: bool = False  # a list of values may follow
    allows_modal: bool = False  # holds under a modal verb too ("would like to be called")
    allows_past: bool = False  # holds in the past tense too ("was born in")
    needs_copula: bool = False  # a complement: "is | vegetarian"
    needs_adjacent_subject: bool = (
        False  # the subject must come directly before: the word is often no verb ("like", "love")
    )
    is_foreign: bool = False  # in another language; its pattern marks statements about others itself
    is_request: bool = False  # a request to the listener, which a question mark does not cancel
    is_noun: bool = False  # the value is a German noun, even as part of another word: "laktoseintolerant"
    confidence: float = 0.9
    separator: re.Pattern[str] = SEPARATOR  # between the values of a list
    triggers: frozenset[str] = field(init=False)
    pattern: re.Pattern[str] = field(init=False)
    after: re.Pattern[str] | None = field(init=False)

    def __post_init__(self) -> None:
        family = self.name.split(".")[0]
        forms = (form for word in self.words.split() for form in (word, word.replace("_", "-"), word.split("_")[0]))
        for name, value in (
            ("key", self.key or FAMILY_KEYS.get(family, family)),
            ("triggers", frozenset(forms)),
            ("pattern", re.compile(self.regex)),
            ("after", re.compile(self.followed_by) if self.followed_by else None),
        ):
            object.__setattr__(self, name, value)


RulesByWord = Mapping[str, Sequence[tuple[int, Rule]]]


def rules_by_word(rules: Iterable[Rule]) -> RulesByWord:
    """Index the rules with their ranks by each of their words."""
    found: dict[str, list[tuple[int, Rule]]] = {}
    for rank, rule in enumerate(rules):
        for word in rule.triggers:
            found.setdefault(word, []).append((rank, rule))
    return found


def candidates(by_word: RulesByWord, words: Iterable[str]) -> list[Rule]:
    """Return the rules with a word that occurs, in order of rank."""
    found = dict(ranked for word in words for ranked in by_word.get(word, ()))
    return [found[rank] for rank in sorted(found)]
