"""What redaction answers."""

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Finding:
    """So many values of one kind were taken out."""

    kind: str
    count: int


class Redacted(NamedTuple):
    """The text without secrets, and what was found, ordered by kind."""

    text: str
    findings: tuple[Finding, ...]


def as_findings(counts: Counter[str]) -> tuple[Finding, ...]:
    return tuple(Finding(kind, counts[kind]) for kind in sorted(counts))
