"""The types for statements about a person."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, Self

from providers.statements.fields.aliases import category_of
from providers.statements.text.slots import Span

About = Literal["speaker", "user", "third_party"]
MENTION_CONFIDENCE: Final = 0.7
MENTION_IMPORTANCE: Final = 0.8


class Mention(NamedTuple):
    """A value of a sensitive field, and its span in the view; `is_sure` if a reader is certain, even in smalltalk."""

    key: str
    value: Span
    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement about a person.

    `confidence` and `importance` are 0..1. `start` and `end` (exclusive) are offsets of the sentence or clause in the
    original text: cutting them out removes the statement. `about` is the subject: the speaker ("I ..."), the user named
    in the third person ("the user ...", an agent's note), or a third party. `pattern` names the rule that found it.
    """

    category: str
    key: str
    value: str
    confidence: float
    importance: float
    start: int
    end: int
    negated: bool
    about: About
    pattern: str

    @classmethod
    def mention(cls, key: str, value: str, *, start: int, end: int, finder: str, negated: bool = False) -> Self:
        """Return a statement for a value that `finder` found in wording that no rule knows."""
        category, pattern = category_of(key), f"mention.{finder}"
        return cls(category, key, value, MENTION_CONFIDENCE, MENTION_IMPORTANCE, start, end, negated, "user", pattern)

    @property
    def is_mention(self) -> bool:
        """Whether only the value was found, in wording that no rule knows (`evidence`, a language model)."""
        return self.pattern.removeprefix("disguised.").startswith("mention.")

    @property
    def is_sentence_level(self) -> bool:
        """Whether a reader classified the whole sentence as being about the field, without locating the value."""
        return self.pattern.endswith(".reader")

    @property
    def is_fact(self) -> bool:
        """Whether the statement holds and is about the person: neither negated nor about a third party."""
        return not self.negated and self.about != "third_party"
