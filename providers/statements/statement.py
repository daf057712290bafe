"""What a sentence states about a person."""

from dataclasses import dataclass
from typing import Literal

About = Literal["speaker", "user", "third_party"]


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

    @property
    def is_mention(self) -> bool:
        """Whether only its value was found, in words that no rule knows (`providers.statements.evidence`)."""
        return self.pattern.removeprefix("disguised.").startswith("mention.")

    @property
    def is_fact(self) -> bool:
        """Whether it holds and is about the person: neither denied nor about somebody else."""
        return not self.negated and self.about != "third_party"
