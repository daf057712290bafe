"""The parts of a context, as data."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from conversations.delta_header import DeltaHeader, HeaderChange
from retrieval.answers import Item


@dataclass(frozen=True, slots=True)
class FactLine:
    """One field of the profile; `is_contrary` if another memory of the context contradicts it."""

    memory_id: UUID
    category: str
    key: str
    value: str
    importance: float
    confidence: float
    version: int
    is_contrary: bool = False

    def data(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if name not in ("version", "is_contrary")}


@dataclass(frozen=True, slots=True)
class EpisodeLine:
    """An episode with its summary shortened for a context (R11); `turns` is like `turns 1-10`, or empty."""

    memory_id: UUID
    turns: str
    summary: str
    score: float


@dataclass(frozen=True, slots=True)
class TurnLine:
    """A recent turn; `is_whole` unless something of it was withheld."""

    id: UUID
    role: str
    speaker: str
    content: str
    occurred_at: datetime
    is_whole: bool = True

    def data(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if name != "is_whole"}


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that a context may contain, the most important of each sort first; `turns` newest first.

    `standing` are the always shown memories. `needs` are the memories that state an allergy or a diet of the person,
    which are dropped last. `others` are statements of assistants, the system and tools: found, but no memory of the
    person (R34).
    """

    header: DeltaHeader
    facts: tuple[FactLine, ...] = ()
    standing: tuple[Item, ...] = ()
    relevant: tuple[Item, ...] = ()
    others: tuple[Item, ...] = ()
    episodes: tuple[EpisodeLine, ...] = ()
    turns: tuple[TurnLine, ...] = ()
    needs: frozenset[UUID] = frozenset()

    def only_in_header(self, items: Iterable[Item]) -> list[HeaderChange]:
        """Return the changes that neither the profile nor the `items` show."""
        shown = {fact.memory_id for fact in self.facts} | {item.id for item in items}
        return [change for change in self.header.quoted if change.memory_id not in shown]


@dataclass(frozen=True, slots=True)
class ContextAnswer:
    """A context as data and as text, within its budget.

    `confidence`, 0..1, is the best score of the memories and episodes that fit the question, 0 if none does: if it is
    low, a supervisor should recall on demand (001 §11, R21). `left_out` counts by sort what the budget dropped.
    `event_id` is None in mode "off"; `withheld` counts by rule what was found but may not be shown. `items` are the
    memories of `parts` in the order of the receipt: always shown, found, related.
    """

    parts: Parts
    text: str
    token_count: int
    confidence: float
    left_out: Mapping[str, int]
    event_id: UUID | None
    withheld: Mapping[str, int] = field(default_factory=dict)
    items: tuple[Item, ...] = ()

    def data(self) -> dict[str, Any]:
        parts = self.parts
        return {
            "header": parts.header.text,
            "revision": parts.header.revision,
            "profile": [fact.data() for fact in parts.facts],
            "standing": [item.full() for item in parts.standing],
            "memories": [item.full() for item in parts.relevant],
            "said_by_others": [item.full() for item in parts.others],
            "episodes": [asdict(episode) for episode in parts.episodes],
            "recent_turns": [turn.data() for turn in reversed(parts.turns)],
            "text": self.text,
            "token_count": self.token_count,
            "confidence": self.confidence,
            "left_out": dict(self.left_out),
        }
