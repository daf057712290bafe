"""The answer of `memory.query` (001 §6, 003 "Retrieved Memory", R28)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from memories.importance import to_level
from memories.models.choices import Staleness
from retrieval.requests import Form, Kind

# Reasons that depend on the question, not on the caller's permissions.
DISCLOSED = frozenset({"rag_length", "budget", "unverified", "procedural"})


def disclosed_counts(withheld: Mapping[str, int]) -> dict[str, int]:
    """Return the counts that the caller may know: others would disclose whether hidden texts match."""
    return {reason: count for reason, count in withheld.items() if reason in DISCLOSED}


# The `staleness` of an allergy or a diet that another memory of the answer contradicts.
CONTRARY = "contrary"
MARKS = {Staleness.OUTDATED.value: "(outdated) ", CONTRARY: "(contradicted) "}
SHOWN_IN_FULL = (
    "id", "kind", "category", "memory_type", "summary", "content", "scope", "score", "sensitivity",
    "validation_status", "staleness", "provenance", "artifact_refs", "metadata", "importance", "importance_level",
    "confidence", "created_at", "updated_at", "version",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Source:
    """The position of a turn in a conversation; memories have none."""

    session_id: UUID
    position: int
    speaker: str
    role: str
    occurred_at: datetime
    external_id: str


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The turn before or after a found one."""

    id: UUID
    content: str
    source: Source

    def data(self) -> dict[str, Any]:
        return {"id": self.id, "content": self.content, **asdict(self.source)}


@dataclass(frozen=True, slots=True)
class Item:
    """One result. `score`, `importance` and `confidence` are 0..1.

    `signals` is what each signal added to the relevance behind the score; `cosine` is the raw one, None if the text has
    no embedding (yet). `is_whole` is False for a message of which something was withheld. `joined` are the facts whose
    values its content has, itself first; empty for a single one.
    """

    id: UUID
    kind: Kind
    category: str
    memory_type: str
    content: str
    summary: str
    scope: str
    sensitivity: str
    validation_status: str
    provenance: Mapping[str, Any]
    metadata: Mapping[str, Any]
    score: float
    relevance: float
    importance: float
    confidence: float
    created_at: datetime
    updated_at: datetime
    version: int
    staleness: str = ""
    signals: Mapping[str, float] = field(default_factory=dict)
    cosine: float | None = None
    source: Source | None = None
    neighbours: tuple[Neighbour, ...] | None = None
    artifact_refs: tuple[Mapping[str, Any], ...] = ()
    reranked: float | None = None
    is_whole: bool = True
    joined: tuple["Item", ...] = ()

    @property
    def parts(self) -> tuple["Item", ...]:
        """The memories that it contains, as receipts name them."""
        return self.joined or (self,)

    @property
    def importance_level(self) -> int:
        return to_level(self.importance)

    @property
    def text(self) -> str:
        """The item in one line, as a bullet shows it: its summary if it has one; marked if it is outdated, or
        contradicted by another item of the answer."""
        said_by = f"{speaker}: " if (speaker := self._speaker_to_name) else ""
        mark = MARKS.get(self.staleness, "")
        return f"[{self.category}] {mark}{said_by}{' '.join((self.summary or self.content).split())}"

    @property
    def _speaker_to_name(self) -> str:
        """The speaker's name; empty if unknown, or if the content begins with it."""
        speaker = self.source.speaker if self.source else ""
        return "" if self.content.startswith(f"{speaker}:") else speaker

    def body(self, form: Form) -> str:
        """Return the texts that count against the token budget, including the neighbours'."""
        if form == "bullets":
            return self.text
        beside = [neighbour.content for neighbour in self.neighbours or ()]
        return "\n".join([self.summary, self.content, *beside]).strip()

    def bullet(self) -> dict[str, Any]:
        """Return 001 §6's short form."""
        return {"id": self.id, "category": self.category, "text": self.text, "kind": self.kind}

    def full(self) -> dict[str, Any]:
        """Return everything that a caller needs to judge the item (R28)."""
        shown = {name: getattr(self, name) for name in SHOWN_IN_FULL}
        if self.source is not None:
            shown |= asdict(self.source)
            if self.neighbours is not None:
                shown["neighbours"] = [neighbour.data() for neighbour in self.neighbours]
        return shown

    def explanation(self) -> dict[str, Any]:
        """Return the signals and their shares of the relevance, which is uncalibrated."""
        shown = {"signals": self.signals, "relevance": self.relevance, "cosine": self.cosine}
        return shown if self.reranked is None else shown | {"reranked": self.reranked}


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    """The items, best first, and the values of the response headers (R28).

    `revision` is the thread's (001 §1), 0 without any change. `withheld` counts by rule what was found but not shown.
    """

    items: tuple[Item, ...]
    event_id: UUID
    revision: int
    withheld: Mapping[str, int]
    form: Form
    explain: bool = False

    @property
    def withheld_count(self) -> int:
        return sum(disclosed_counts(self.withheld).values())

    def data(self) -> list[dict[str, Any]]:
        """Return the bare list of 001 §6, with ids and times as Python objects."""
        shown = [item.bullet() if self.form == "bullets" else item.full() for item in self.items]
        if self.explain:
            return [one | {"explanation": item.explanation()} for one, item in zip(shown, self.items, strict=True)]
        return shown
