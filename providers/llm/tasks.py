"""The tasks of background processing: the payload of each, and the shape and bounds of its answer.

Answers are validated against these models before use; the prompts explain the fields.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from providers.llm.protocol import Task
from providers.schema import CategoryName, FactCategoryName, Unit

Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1_000)]
Tag = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=64)]
Level = Annotated[int, Field(ge=1, le=5)]


SensitiveKey = Literal[
    "preferred_name", "pronouns", "gender", "city", "home_address", "language", "health_conditions",
    "sexual_orientation", "religion", "political_views", "ethnicity", "union_membership", "biometrics",
    "criminal_record", "government_ids", "account_numbers", "income",
]  # fmt: skip


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Line(_Shape):
    """One message. `speaker` is a name, or "User" or "Assistant"; `is_person` marks the person whose facts are
    sought."""

    speaker: str
    text: str
    is_person: bool = False


class Conversation(_Shape):
    lines: tuple[Line, ...]


class Episode(_Shape):
    """001 §9's episodic guard."""

    summary: Words


def summarise(lines: Sequence[Line]) -> Task[Episode]:
    """Summarise these messages as an episode (002 flow 1)."""
    return Task("summarise", Conversation(lines=tuple(lines)), Episode, max_tokens=200)


class PersonMessage(_Shape):
    """One message of the person; `earlier` are the messages before it, as context only."""

    text: str
    speaker: str = ""
    earlier: tuple[Line, ...] = ()


class FoundFact(_Shape):
    """002 flow 2. `quote` is the verbatim part of the message that states it; `denied` if it no longer holds."""

    category: FactCategoryName
    key: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=64)]
    value: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
    confidence: Unit
    importance: Unit
    denied: bool
    quote: Words


class FoundFacts(_Shape):
    facts: Annotated[tuple[FoundFact, ...], Field(max_length=20)]


def find_facts(message: PersonMessage) -> Task[FoundFacts]:
    """Find what a message states about its author."""
    return Task("find_facts", message, FoundFacts, max_tokens=800)


class TextsToStore(_Shape):
    """Texts to be stored about one person; `statements` refer to them by index, from 0."""

    texts: tuple[str, ...]


class FoundSensitive(_Shape):
    """`quote` is the verbatim part of the text that states it; `denied` if it no longer holds."""

    text: Annotated[int, Field(ge=0)]
    key: SensitiveKey
    value: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
    quote: Words
    denied: bool


class AllSensitive(_Shape):
    statements: Annotated[tuple[FoundSensitive, ...], Field(max_length=50)]


def find_sensitive(texts: Sequence[str]) -> Task[AllSensitive]:
    """Find sensitive fields of the person in texts, in any wording (R33)."""
    return Task("find_sensitive", TextsToStore(texts=tuple(texts)), AllSensitive, max_tokens=800)


class FoundMemory(_Shape):
    """A durable statement of its own: 001 §9's semantic guard. `quote` as in a fact."""

    summary: Words
    category: CategoryName
    importance: Level
    quote: Words


class FoundMemories(_Shape):
    memories: Annotated[tuple[FoundMemory, ...], Field(max_length=5)]


def find_memories(message: PersonMessage) -> Task[FoundMemories]:
    """Find one to five durable statements in a long message (001 §13)."""
    return Task("find_memories", message, FoundMemories, max_tokens=600)


class Observed(_Shape):
    """001 §3: the newest activity (at most 5), new memories (at most 3), and a recent part of a conversation."""

    activity: tuple[str, ...] = ()
    memories: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()


class Insight(_Shape):
    """`tone` is the person's preferred tone of answers, if the insight is about that; `confidence` is 0..1."""

    summary: Words
    tags: Annotated[tuple[Tag, ...], Field(max_length=8)]
    importance: Level
    confidence: Unit = 0.5
    tone: Annotated[str, StringConstraints(strip_whitespace=True, max_length=64)] = ""


class Insights(_Shape):
    insights: Annotated[tuple[Insight, ...], Field(max_length=3)]


def gain_insights(observed: Observed) -> Task[Insights]:
    """Find one to three insights, or none (001 §3)."""
    return Task("gain_insights", observed, Insights, max_tokens=220)


class Pair(_Shape):
    first: str
    second: str


class Pairs(_Shape):
    pairs: tuple[Pair, ...]


class Verdict(_Shape):
    """`pair` counts from 0. `merged` combines both texts if they state the same fact, otherwise it is empty."""

    pair: Annotated[int, Field(ge=0)]
    same_fact: bool
    merged: Annotated[str, StringConstraints(strip_whitespace=True, max_length=1_000)]


class Verdicts(_Shape):
    verdicts: Annotated[tuple[Verdict, ...], Field(max_length=50)]


def judge_pairs(pairs: Sequence[Pair]) -> Task[Verdicts]:
    """Decide which pairs of memories state the same fact (001 §4)."""
    return Task("judge_pairs", Pairs(pairs=tuple(pairs)), Verdicts, max_tokens=100 + 150 * len(pairs))


class Workflow(_Shape):
    """The payload for steps: the person's request, if any, and the text with the steps."""

    request: str
    text: str


class Procedure(_Shape):
    """001 §12. `steps` are imperative and without numbers; none if the text contains no procedure."""

    title: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)]
    steps: Annotated[tuple[Words, ...], Field(max_length=20)]
    tags: Annotated[tuple[Tag, ...], Field(max_length=8)]


def write_procedure(workflow: Workflow) -> Task[Procedure]:
    """Extract the steps of a text as a procedure."""
    return Task("write_procedure", workflow, Procedure, max_tokens=500)
