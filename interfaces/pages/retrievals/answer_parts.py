"""The parts of an answer as a person reads them: search results first, and each conversation once."""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import ngettext

from conversations.models import Turn
from interfaces.pages.conversations.conversation import QuotedTurn
from interfaces.pages.conversations.withheld import KeptBack
from interfaces.pages.retrievals.result_sources import Source
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Face
from interfaces.plain_words import labelled
from retrieval.explanation import BECAUSE, Reasons
from retrieval.recording import Because
from retrieval.replay import ReplayedResult


@dataclass(frozen=True, slots=True)
class Result:
    """One part of the answer, the best of its conversation; `missing` explains why it has no text, `fit` says in a word
    how well it fits.

    `kept_back` is what no assistant receives of each message today, `was_whole` that this one received all of one.
    `has_page` says that the person can open the memory, `because` why every answer includes it, empty where it was
    found; `is_folded` that it is no need
    either. `found_by` are the ways by which any of it was found.
    """

    number: int
    place: ReplayedResult
    reasons: Reasons
    fit: Promise | str
    missing: Promise | str
    source: Source
    kept_back: Sequence[KeptBack]
    was_whole: bool
    has_page: bool
    because: str
    is_folded: bool
    found_by: Sequence[Promise]

    @property
    def is_memory(self) -> bool:
        return self.place.kind != "turn"

    @property
    def why(self) -> Promise | str:
        """Of one that was not found by the question: why it is there all the same."""
        return BECAUSE[self.because or Because.LINKED]

    @property
    def count(self) -> int:
        """How many memories or messages it shows."""
        return len(self.kept_back)

    @property
    def text(self) -> str:
        return wording.version_text(self.place.content or "", is_fact=self.place.kind == "fact")


@dataclass(frozen=True, slots=True)
class Difference:
    """One result of today; `before` is its place at the time, 0 where it was none, and `was` what it said there, where
    that is something else. `is_new` says that it was written since.

    `texts` has each message of a conversation, with what no assistant receives of it.
    """

    number: int
    before: int
    was: str
    is_new: bool
    is_memory: bool
    texts: Sequence[tuple[str, KeptBack]]


@dataclass(frozen=True, slots=True)
class Again:
    """The results of today. `agent` is the assistant with whose access they were found, None where it is the person's
    own; `gone` are the texts of earlier results that are none any more, as far as they may be read."""

    agent: Face | None
    lines: Sequence[Difference]
    gone: Sequence[str]


def tally(memories: int, messages: int) -> str:
    """How much an answer had, in the same words wherever it is told: "3 results: 1 memory, 2 messages"."""
    kinds = [
        ngettext("%(count)s memory", "%(count)s memories", memories) % {"count": memories} if memories else "",
        ngettext("%(count)s message", "%(count)s messages", messages) % {"count": messages} if messages else "",
    ]
    total = memories + messages
    text = ngettext("%(count)s result", "%(count)s results", total) % {"count": total}
    return labelled(text, ", ".join(filter(None, kinds))) if total else text


def tally_of(places: Collection[ReplayedResult]) -> str:
    messages = sum(place.kind == "turn" for place in places)
    return tally(len(places) - messages, messages)


def grouped(
    places: Iterable[ReplayedResult],
    turns: Mapping[UUID, Turn],
    first: Container[UUID] = (),
    last: Container[UUID] = (),
) -> list[list[ReplayedResult]]:
    """What is to come first, the others best first, and what is to come last; the messages of a conversation together,
    in the place of the first. `turns` are those that may be shown, by their ids.
    """
    groups: dict[UUID, list[ReplayedResult]] = {}
    for place in sorted(
        places, key=lambda one: (one.id in last, one.id not in first, one.score is None, -(one.score or 0.0))
    ):
        turn = turns.get(place.id)
        groups.setdefault(turn.session_id if turn else place.id, []).append(place)
    return list(groups.values())


def places_before(groups: Sequence[Sequence[ReplayedResult]]) -> Mapping[UUID, tuple[int, ReplayedResult]]:
    """The number of each result's part, counted from 1, with what it was."""
    return {place.id: (number, place) for number, group in enumerate(groups, start=1) for place in group}


def earlier_text(before: ReplayedResult | None, now: ReplayedResult) -> str:
    """What another version said, of a field its value; empty where it said the same or may not be read."""
    if before is None or before.content is None or before.kind == "turn" or before.content == now.content:
        return ""
    return before.content.partition(": ")[2] if before.kind == "fact" else before.content


def one_quote(quotes: Iterable[Sequence[QuotedTurn]]) -> list[QuotedTurn]:
    """The messages of several quotes of one conversation, each once and marked where any of them marks it."""
    found: dict[UUID, QuotedTurn] = {}
    for line in (line for quote in quotes for line in quote):
        if line.is_evidence or line.turn.id not in found:
            found[line.turn.id] = line
    return sorted(found.values(), key=lambda line: line.turn.position)
