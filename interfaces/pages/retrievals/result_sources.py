"""The source of each result: the sentence of conversation behind it, and who approved it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import OuterRef, Subquery

from conversations.models import Turn
from conversations.turn_events import TURN, turn_id_of
from interfaces.pages.conversations.conversation import QuotedTurn, quote_turns, turns_around
from interfaces.pages.history.consents import Consent, consents_of
from interfaces.pages.texts.actors import Faces
from memories.models import History, MemoryVersion, Provenance
from retrieval.replay import ReplayedResult
from workspaces.actors import Actor

MOST = 200


@dataclass(frozen=True, slots=True)
class Source:
    """`quote` is empty where no visible conversation is behind the result, `consent` None where no approval was
    needed."""

    quote: Sequence[QuotedTurn]
    consent: Consent | None

    @property
    def turn(self) -> Turn | None:
        """The message behind it."""
        return next((line.turn for line in self.quote if line.is_evidence), None)


NO_SOURCE = Source((), None)


def sources_of(
    places: Sequence[ReplayedResult], question: str, *, actor: Actor, now: datetime, faces: Faces
) -> dict[UUID, Source]:
    """Return sources by the results' ids; six queries however many there are. Runs in the entered scope."""
    shown = [place for place in places if place.content is not None]
    turn_of = _evidence(shown) | {place.id: place.id for place in shown if place.kind == "turn"}
    around = turns_around(turn_of.values(), actor, now)
    consents = _consents([place for place in shown if place.kind != "turn"], actor, now, faces)
    found = {}
    for place in shown:
        turn_id = turn_of.get(place.id)
        statement = question if place.kind == "turn" else place.content or ""
        quote = quote_turns(around.get(turn_id, []), turn_id, statement, faces)
        found[place.id] = Source(quote, consents.get(place.id))
    return found


def _evidence(places: Sequence[ReplayedResult]) -> dict[UUID, UUID]:
    """Return the latest turn behind the content that each result had."""
    received = {place.id: place.content for place in places if place.kind != "turn"}
    rows = Provenance.objects.filter(memory_id__in=list(received), source_event__startswith=TURN)
    version = MemoryVersion.objects.filter(memory=OuterRef("memory"), number=OuterRef("version"))
    with_content = rows.annotate(content_then=Subquery(version.values("content"))).order_by("-created_at")
    provenance = list(with_content.values_list("memory_id", "source_event", "content_then")[:MOST]) if received else []
    return {
        memory_id: turn_id
        for memory_id, event, text in reversed(provenance)
        if memory_id and text == received[memory_id] and (turn_id := turn_id_of(event))
    }


def _consents(
    places: Sequence[ReplayedResult], actor: Actor, now: datetime, faces: Faces
) -> Mapping[UUID, Consent | None]:
    """Return the latest approval of each result's content; three queries."""
    ids = [place.id for place in places]
    rows = History.objects.authorized_for(actor, now=now).filter(memory_id__in=ids, decision_id__isnull=False)
    decided = list(rows.order_by("-created_at")[:MOST]) if ids else []
    consents = consents_of(decided, faces)
    by_memory = defaultdict(list)
    for row in decided:
        if row.decision_id in consents:
            by_memory[row.memory_id].append(consents[row.decision_id])
    return {place.id: next((one for one in by_memory[place.id] if _is_of(one, place)), None) for place in places}


def _is_of(consent: Consent, place: ReplayedResult) -> bool:
    """Whether the approval covers the result's content: this value of a field, or a part of a text."""
    found = place.content or ""
    is_agreed = found.partition(": ")[2] == consent.value if place.kind == "fact" else consent.value in found
    return consent.is_approval and bool(consent.value) and is_agreed
