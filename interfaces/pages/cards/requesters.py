"""The requesters of a value, each with their reason and the sentence of conversation that they quote."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from consent.proposals.queue import entry_of
from conversations.models import Turn
from interfaces.competing_requests import Entry, head
from interfaces.pages.cards.card import Card
from interfaces.pages.conversations.conversation import source_sentence
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Face, Faces

Turns = Mapping[UUID | None, Sequence[Turn]]  # the turns around each quoted turn, by its id


@dataclass(frozen=True, slots=True)
class Requester:
    """A requester of a value. `quote` and `reason` are empty where there is none; `at` is the time of the latest
    request, None where unknown."""

    face: Face
    quote: str
    reason: str
    at: datetime | None


def requesters_of(cards: Sequence[Card], earlier: Iterable[Entry], faces: Faces, turns: Turns) -> list[Requester]:
    """Return the requesters of the cards and their duplicates, then those of `earlier` requests, each once."""
    own = [Requester(card.face, card.source_sentence, card.reason, card.proposal.created_at) for card in cards]
    duplicates = [entry_of(row) for card in cards for row in card.duplicates]
    by_face: dict[Face, list[Requester]] = {}
    for requester in [*own, *(_requester_of(entry, faces, turns) for entry in (*duplicates, *earlier))]:
        by_face.setdefault(requester.face, []).append(requester)
    return [_merged(requesters) for requesters in by_face.values()]


def _merged(requesters: Sequence[Requester]) -> Requester:
    """Merge entries of one requester: the first quote and reason that are not empty, and the latest time."""
    quote = next((one.quote for one in requesters if one.quote), "")
    reason = next((one.reason for one in requesters if one.reason), "")
    return Requester(requesters[0].face, quote, reason, max((one.at for one in requesters if one.at), default=None))


def turn_of(entry: Entry) -> UUID | None:
    return UUID(entry["turn_id"]) if entry.get("turn_id") else None


def _requester_of(entry: Entry, faces: Faces, turns: Turns) -> Requester:
    turn_id, at = turn_of(entry), entry.get("asked_at")
    text = next((turn.content for turn in turns.get(turn_id, ()) if turn.id == turn_id), "")
    return Requester(
        faces.of_entry(entry),
        source_sentence(wording.readable(text), head(str(entry.get("value", "")))),
        wording.reason_text(str(entry.get("reason") or ""), str(entry.get("asked_by", ""))),
        datetime.fromisoformat(at) if at else None,
    )
