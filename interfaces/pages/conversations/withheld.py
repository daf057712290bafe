"""Withheld sentences: left out of messages until the person agrees, with the requests that they wait for."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from consent.models.proposal import ProposalQuerySet
from conversations.models import Turn
from conversations.models.turn import WithheldValue
from conversations.withheld_spans import Span, merged, outside
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.wording import readable
from providers.statements import echoes


class Waiting(NamedTuple):
    """An open question, and where a message says what it asks about."""

    proposal_id: UUID
    start: int
    end: int


class KeptBack(NamedTuple):
    """What is left out of a message (R19): all of its `text`; of that what waits for `questions`, what no question asks
    about, and what no assistant reads. `still_has` names those that read the first two there."""

    text: str
    asked: str
    unasked: str
    unread: str
    still_has: Sequence[str]
    questions: Sequence[UUID]


NOTHING = KeptBack("", "", "", "", (), ())


def questions_in(turns: Iterable[Turn], proposals: ProposalQuerySet) -> Mapping[UUID, Sequence[Waiting]]:
    """The open questions about what waits in some messages, by message; two queries where something does. In the
    entered scope."""
    waiting = [turn for turn in turns if any(turn.waiting.values())]
    if not waiting:
        return {}
    values = WithheldValue.objects.filter(person_id__in={turn.person_id for turn in waiting}, is_waiting=True)
    rows = list(values.order_by("id").values_list("proposal_id", "key", "value"))
    still_open = set(proposals.pending().filter(id__in=[row[0] for row in rows]).values_list("id", flat=True))
    asked: dict[tuple[str, str], list[UUID]] = {}
    for proposal_id, *pair in rows:
        if proposal_id in still_open:
            asked.setdefault((pair[0], pair[1]), []).append(proposal_id)
    return {
        turn.id: [Waiting(one, start, end) for start, end, pair in echoes(turn.content, asked) for one in asked[pair]]
        for turn in waiting
    }


def kept_back(turn: Turn | None, faces: Faces, questions: Mapping[UUID, Sequence[Waiting]]) -> KeptBack:
    """`questions` as `questions_in` finds them."""
    if turn is None:
        return NOTHING
    read = merged(span for spans in turn.waiting.values() for span in spans)
    about = [one for one in questions.get(turn.id, ()) if _inside(read, (one.start, one.end))]
    unasked = outside(read, [(one.start, one.end) for one in about])
    still_has = sorted(faces.of("", UUID(agent_id)).name for agent_id, spans in turn.waiting.items() if spans)
    return KeptBack(
        _told(turn, turn.withheld),
        _told(turn, outside(read, unasked)),
        _told(turn, unasked),
        _told(turn, outside(turn.withheld, read)),
        still_has,
        list(dict.fromkeys(one.proposal_id for one in about)),
    )


def _inside(spans: Sequence[Span], place: Span) -> bool:
    return any(start < place[1] and place[0] < end for start, end in spans)


def _told(turn: Turn, spans: Iterable[Sequence[int]]) -> str:
    pieces = (turn.content[start:end].strip() for start, end in spans)
    return readable(" … ".join(filter(None, pieces)))
