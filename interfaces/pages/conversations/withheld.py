"""Withheld sentences: left out of messages until the person agrees, with the requests about them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from consent.models.proposal import ProposalQuerySet, ProposalState
from conversations.models import Turn
from conversations.models.turn import WithheldValue
from conversations.withheld_spans import Span, merged, outside
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.wording import readable
from providers.statements import known_value_matches


class WithheldQuestion(NamedTuple):
    """An open or refused question, and the place in a message that it is about."""

    proposal_id: UUID
    start: int
    end: int
    is_open: bool


class WithheldParts(NamedTuple):
    """What is left out of a message (R19). `text` is all of it. `pending` waits for an answer to `questions` and
    `unrequested` has no question, both visible to the assistants in `readers`. `pending_unread` waits and is visible to
    none, `refused` was refused, and `unread` is the rest that no assistant reads."""

    text: str
    pending: str
    unrequested: str
    pending_unread: str
    refused: str
    unread: str
    readers: Sequence[str]
    questions: Sequence[UUID]


NOTHING = WithheldParts("", "", "", "", "", "", (), ())


def questions_in(turns: Iterable[Turn], proposals: ProposalQuerySet) -> Mapping[UUID, Sequence[WithheldQuestion]]:
    """Return, by message, the open and refused questions about withheld parts of it; two queries where anything is
    withheld. Runs in the entered scope."""
    with_withheld = [turn for turn in turns if turn.withheld]
    if not with_withheld:
        return {}
    values = WithheldValue.objects.filter(person_id__in={turn.person_id for turn in with_withheld}, category="")
    rows = list(values.order_by("id").values_list("proposal_id", "key", "value"))
    proposals_named = proposals.filter(id__in=[row[0] for row in rows])
    unapproved = proposals_named.pending() | proposals_named.filter(state=ProposalState.REJECTED)
    states = dict(unapproved.values_list("id", "state"))
    by_value: dict[tuple[str, str], list[UUID]] = {}
    for proposal_id, *pair in rows:
        if proposal_id in states:
            by_value.setdefault((pair[0], pair[1]), []).append(proposal_id)
    return {
        turn.id: [
            WithheldQuestion(one, start, end, states[one] == ProposalState.PENDING)
            for start, end, pair in known_value_matches(turn.content, by_value)
            for one in by_value[pair]
        ]
        for turn in with_withheld
    }


def withheld_parts(
    turn: Turn | None, faces: Faces, questions: Mapping[UUID, Sequence[WithheldQuestion]]
) -> WithheldParts:
    """Return the withheld parts of a message; `questions` come from `questions_in`."""
    if turn is None:
        return NOTHING
    read = merged(span for spans in turn.waiting.values() for span in spans)
    about = [one for one in questions.get(turn.id, ()) if _inside(turn.withheld, (one.start, one.end))]
    is_open = [(one.start, one.end) for one in about if one.is_open]
    unrequested, unread = outside(read, is_open), outside(turn.withheld, read)
    not_refused = outside(unread, [(one.start, one.end) for one in about if not one.is_open])
    unexplained = outside(not_refused, is_open)
    readers = sorted(faces.of("", UUID(agent_id)).name for agent_id, spans in turn.waiting.items() if spans)
    return WithheldParts(
        text=_text(turn, turn.withheld),
        pending=_text(turn, outside(read, unrequested)),
        unrequested=_text(turn, unrequested),
        pending_unread=_text(turn, outside(not_refused, unexplained)),
        refused=_text(turn, outside(unread, not_refused)),
        unread=_text(turn, unexplained),
        readers=readers,
        questions=list(dict.fromkeys(one.proposal_id for one in about if one.is_open)),
    )


def _inside(spans: Iterable[Sequence[int]], place: Span) -> bool:
    return any(start < place[1] and place[0] < end for start, end in spans)


def _text(turn: Turn, spans: Iterable[Sequence[int]]) -> str:
    pieces = (turn.content[start:end].strip() for start, end in spans)
    return readable(" … ".join(filter(None, pieces)))
