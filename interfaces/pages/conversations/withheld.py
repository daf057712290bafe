"""Withheld sentences: left out of messages until the person agrees, with the requests about them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from consent.models import Proposal
from consent.models.proposal import GIVEN, ProposalQuerySet, ProposalState
from conversations.models import Turn
from conversations.models.turn import WithheldValue
from conversations.withheld_spans import Span, merged, outside
from interfaces.competing_requests import SET
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.change_kinds import QUOTED
from interfaces.pages.texts.wording import readable
from providers.statements import known_value_matches


class WithheldQuestion(NamedTuple):
    """An open, refused or approved question, and the place in a message that it is about. `value` is what it asks
    about, in the words of the message, or as the person edited it."""

    proposal_id: UUID
    start: int
    end: int
    state: str
    value: str

    @property
    def is_open(self) -> bool:
        return self.state == ProposalState.PENDING


class WithheldParts(NamedTuple):
    """What is left out of a message (R19). `text` is all of it. `pending` waits for an answer to `questions` and
    `unrequested` has no question, both visible to the assistants in `readers`. `pending_unread` waits and is visible to
    none, `refused` was refused, and `unread` is the rest that no assistant reads. If the person approved some of the
    refused part, `approved_values` and `refused_values` quote the values in it."""

    text: str
    pending: str
    unrequested: str
    pending_unread: str
    refused: str
    unread: str
    readers: Sequence[str]
    questions: Sequence[UUID]
    approved_values: str = ""
    refused_values: str = ""


NOTHING = WithheldParts("", "", "", "", "", "", (), ())


def questions_in(turns: Iterable[Turn], proposals: ProposalQuerySet) -> Mapping[UUID, Sequence[WithheldQuestion]]:
    """Return, by message, the open, refused and approved questions about withheld parts of it; two queries where
    anything is withheld. Runs in the entered scope."""
    with_withheld = [turn for turn in turns if turn.withheld]
    if not with_withheld:
        return {}
    values = WithheldValue.objects.filter(person_id__in={turn.person_id for turn in with_withheld})
    rows = list(values.order_by("id").values_list("proposal_id", "key", "value", "category"))
    named = proposals.filter(id__in=[row[0] for row in rows])
    found = {one.id: one for one in named.pending() | named.filter(state__in=(ProposalState.REJECTED, *GIVEN))}
    by_value: dict[tuple[str, str], list[Proposal]] = {}
    for proposal_id, *pair, category in rows:
        if proposal_id in found and bool(category) == (found[proposal_id].state in GIVEN):
            by_value.setdefault((pair[0], pair[1]), []).append(found[proposal_id])
    return {turn.id: list(_questions_of(turn, by_value)) for turn in with_withheld}


def _questions_of(turn: Turn, by_value: Mapping[tuple[str, str], Sequence[Proposal]]) -> Iterator[WithheldQuestion]:
    """Yield the questions about a message by their place in it; an approved one from this message that states its value
    in other words covers the whole text."""
    matched = set()
    for start, end, pair in known_value_matches(turn.content, by_value):
        for one in by_value[pair]:
            matched.add(one.id)
            yield WithheldQuestion(one.id, start, end, one.state, _value(one, pair[1], turn.content))
    for (_key, value), proposals in by_value.items():
        for one in proposals:
            if one.state in GIVEN and one.evidence_turn_id == turn.id and one.id not in matched:
                yield WithheldQuestion(one.id, 0, len(turn.content), one.state, _value(one, value, turn.content))


def _value(proposal: Proposal, normalized: str, text: str) -> str:
    """Return the value that a question is about, as the text spells it if the question is about a sentence."""
    if proposal.state == ProposalState.AMENDED:
        return proposal.kept_value
    place = -1 if proposal.change["type"] == SET else text.lower().find(normalized)
    return proposal.new_value if place < 0 else text[place : place + len(normalized)]


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
    not_refused = outside(unread, [(one.start, one.end) for one in about if one.state == ProposalState.REJECTED])
    unexplained, refused = outside(not_refused, is_open), outside(unread, not_refused)
    answered = [one for one in about if not one.is_open and _inside(refused, (one.start, one.end))]
    approved = [one for one in answered if one.state in GIVEN]
    readers = sorted(faces.of("", UUID(agent_id)).name for agent_id, spans in turn.waiting.items() if spans)
    return WithheldParts(
        text=_text(turn, turn.withheld),
        pending=_text(turn, outside(read, unrequested)),
        unrequested=_text(turn, unrequested),
        pending_unread=_text(turn, outside(not_refused, unexplained)),
        refused=_text(turn, refused),
        unread=_text(turn, unexplained),
        readers=readers,
        questions=list(dict.fromkeys(one.proposal_id for one in about if one.is_open)),
        approved_values=_quoted(approved),
        refused_values=_quoted(one for one in answered if approved and one.state not in GIVEN),
    )


def _quoted(questions: Iterable[WithheldQuestion]) -> str:
    values = dict.fromkeys(one.value for one in questions)
    return ", ".join(str(QUOTED).format(value=readable(value)) for value in values)


def _inside(spans: Iterable[Sequence[int]], place: Span) -> bool:
    return any(start < place[1] and place[0] < end for start, end in spans)


def _text(turn: Turn, spans: Iterable[Sequence[int]]) -> str:
    pieces = (turn.content[start:end].strip() for start, end in spans)
    return readable(" … ".join(filter(None, pieces)))
