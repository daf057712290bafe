"""The types of what a sentence states about a person."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, Self

from providers.statements.fields.aliases import category_of
from providers.statements.text.slots import Span

About = Literal["speaker", "user", "third_party"]
MENTION_CONFIDENCE: Final = 0.7
MENTION_IMPORTANCE: Final = 0.8


class Mention(NamedTuple):
    """A value of a sensitive field, and where it stands in the view; `is_sure` where a reader is, also of talk."""

    key: str
    value: Span
    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing stated.

    `confidence` and `importance` are 0..1. `start` and `end` (exclusive) are offsets of the sentence or clause
    in the original text: cutting them out removes the statement. `about` says whom it concerns: the speaker ("I
    ..."), the user named in the third person ("the user ...", an agent's note), or somebody else. `pattern`
    names the rule that found it.
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
        """A value that `finder` found in words that no rule knows."""
        category, pattern = category_of(key), f"mention.{finder}"
        return cls(category, key, value, MENTION_CONFIDENCE, MENTION_IMPORTANCE, start, end, negated, "user", pattern)

    @property
    def is_mention(self) -> bool:
        """Whether only its value was found, in words that no rule knows (`evidence`, a language model)."""
        return self.pattern.removeprefix("disguised.").startswith("mention.")

    @property
    def is_read_whole(self) -> bool:
        """Whether a reader found that the sentence is about the field, and not which words of it are the value."""
        return self.pattern.endswith(".reader")

    @property
    def is_fact(self) -> bool:
        """Whether it holds and is about the person: neither denied nor about somebody else."""
        return not self.negated and self.about != "third_party"
