"""The parts of an answer as a person reads them: search results first, and each conversation once."""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import ngettext

from conversations.models import Turn
from interfaces.pages.conversations.conversation import QuotedTurn
from interfaces.pages.conversations.withheld import WithheldParts
from interfaces.pages.retrievals.result_sources import Source
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Face
from interfaces.plain_words import labelled
from retrieval.explanation import BECAUSE, Reasons
from retrieval.recording import Because
from retrieval.replay import ReplayedResult


@dataclass(frozen=True, slots=True)
class Result:
    """One part of an answer, the best one of its conversation; `missing` explains why it has no text, `fit` describes
    in a word how well it fits.

    `withheld` is what no assistant receives of each message today; `was_whole`: this assistant received a whole
    message. `has_page`: the person can open the memory; `because` says why every answer includes it, empty where it was
    found; `is_folded`: it is not a need either. `found_by` are the ways in which any of it was found.
    """

    number: int
    place: ReplayedResult
    reasons: Reasons
    fit: Promise | str
    missing: Promise | str
    source: Source
    withheld: Sequence[WithheldParts]
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
        """Why it is included, although the question did not find it."""
        return BECAUSE[self.because or Because.LINKED]

    @property
    def count(self) -> int:
        """The number of memories or messages that it shows."""
        return len(self.withheld)

    @property
    def text(self) -> str:
        return wording.version_text(self.place.content or "", is_fact=self.place.kind == "fact")


@dataclass(frozen=True, slots=True)
class Difference:
    """One result of today; `before` is its place at the time, 0 where it had none, and `earlier_content` its content
    then, where that differs. `is_new`: it was written since.

    `texts` has each message of a conversation, with its withheld parts.
    """

    number: int
    before: int
    earlier_content: str
    is_new: bool
    is_memory: bool
    texts: Sequence[tuple[str, WithheldParts]]


@dataclass(frozen=True, slots=True)
class ReplayedAnswer:
    """The results of today. `agent` is the assistant whose access was used, None for the person's own;
    `no_longer_found` are the texts of earlier results that are missing now, where they may be read."""

    agent: Face | None
    lines: Sequence[Difference]
    no_longer_found: Sequence[str]


def tally(memories: int, messages: int) -> str:
    """Describe the size of an answer, in the same words on all pages: "3 results: 1 memory, 2 messages"."""
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
    """Group results: `first` ones, then the others best first, then `last` ones; messages of a conversation are
    together in the place of the first. `turns` are the visible ones, by id."""
    groups: dict[UUID, list[ReplayedResult]] = {}
    for place in sorted(
        places, key=lambda one: (one.id in last, one.id not in first, one.score is None, -(one.score or 0.0))
    ):
        turn = turns.get(place.id)
        groups.setdefault(turn.session_id if turn else place.id, []).append(place)
    return list(groups.values())


def places_before(groups: Sequence[Sequence[ReplayedResult]]) -> Mapping[UUID, tuple[int, ReplayedResult]]:
    """Return the position of each result's group, counted from 1, with the result."""
    return {place.id: (number, place) for number, group in enumerate(groups, start=1) for place in group}


def earlier_text(before: ReplayedResult | None, now: ReplayedResult) -> str:
    """Return the content of another version, for a field its value; empty where it is the same or may not be read."""
    if before is None or before.content is None or before.kind == "turn" or before.content == now.content:
        return ""
    return before.content.partition(": ")[2] if before.kind == "fact" else before.content


def one_quote(quotes: Iterable[Sequence[QuotedTurn]]) -> list[QuotedTurn]:
    """Merge several quotes of one conversation: each message once, marked where any quote marks it."""
    found: dict[UUID, QuotedTurn] = {}
    for line in (line for quote in quotes for line in quote):
        if line.is_evidence or line.turn.id not in found:
            found[line.turn.id] = line
    return sorted(found.values(), key=lambda line: line.turn.position)
