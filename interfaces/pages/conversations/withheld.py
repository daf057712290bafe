"""Withheld sentences: left out of messages until the person agrees, with the requests that they wait for."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from consent.models.proposal import ProposalQuerySet, ProposalState
from conversations.models import Turn
from conversations.models.turn import WithheldValue
from conversations.withheld_spans import Span, merged, outside
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.wording import readable
from providers.statements import echoes


class Asked(NamedTuple):
    """An open question, or one that was refused, and where a message says what it asks about."""

    proposal_id: UUID
    start: int
    end: int
    is_open: bool


class KeptBack(NamedTuple):
    """What is left out of a message (R19): all of its `text`; of that what waits for `questions`, what no question asks
    about, both read by `still_has`; what waits and nobody reads, what was refused, and what else no assistant reads."""

    text: str
    asked: str
    unasked: str
    waits: str
    refused: str
    unread: str
    still_has: Sequence[str]
    questions: Sequence[UUID]


NOTHING = KeptBack("", "", "", "", "", "", (), ())


def questions_in(turns: Iterable[Turn], proposals: ProposalQuerySet) -> Mapping[UUID, Sequence[Asked]]:
    """The open and refused questions about what is withheld in some messages, by message; two queries where something
    is. In the entered scope."""
    kept = [turn for turn in turns if turn.withheld]
    if not kept:
        return {}
    values = WithheldValue.objects.filter(person_id__in={turn.person_id for turn in kept}, category="")
    rows = list(values.order_by("id").values_list("proposal_id", "key", "value"))
    named = proposals.filter(id__in=[row[0] for row in rows])
    told = named.pending() | named.filter(state=ProposalState.REJECTED)
    states = dict(told.values_list("id", "state"))
    asked: dict[tuple[str, str], list[UUID]] = {}
    for proposal_id, *pair in rows:
        if proposal_id in states:
            asked.setdefault((pair[0], pair[1]), []).append(proposal_id)
    return {
        turn.id: [
            Asked(one, start, end, states[one] == ProposalState.PENDING)
            for start, end, pair in echoes(turn.content, asked)
            for one in asked[pair]
        ]
        for turn in kept
    }


def kept_back(turn: Turn | None, faces: Faces, questions: Mapping[UUID, Sequence[Asked]]) -> KeptBack:
    """`questions` as `questions_in` finds them."""
    if turn is None:
        return NOTHING
    read = merged(span for spans in turn.waiting.values() for span in spans)
    about = [one for one in questions.get(turn.id, ()) if _inside(turn.withheld, (one.start, one.end))]
    is_open = [(one.start, one.end) for one in about if one.is_open]
    unasked, unread = outside(read, is_open), outside(turn.withheld, read)
    unrefused = outside(unread, [(one.start, one.end) for one in about if not one.is_open])
    left = outside(unrefused, is_open)
    still_has = sorted(faces.of("", UUID(agent_id)).name for agent_id, spans in turn.waiting.items() if spans)
    return KeptBack(
        text=_told(turn, turn.withheld),
        asked=_told(turn, outside(read, unasked)),
        unasked=_told(turn, unasked),
        waits=_told(turn, outside(unrefused, left)),
        refused=_told(turn, outside(unread, unrefused)),
        unread=_told(turn, left),
        still_has=still_has,
        questions=list(dict.fromkeys(one.proposal_id for one in about if one.is_open)),
    )


def _inside(spans: Iterable[Sequence[int]], place: Span) -> bool:
    return any(start < place[1] and place[0] < end for start, end in spans)


def _told(turn: Turn, spans: Iterable[Sequence[int]]) -> str:
    pieces = (turn.content[start:end].strip() for start, end in spans)
    return readable(" … ".join(filter(None, pieces)))
