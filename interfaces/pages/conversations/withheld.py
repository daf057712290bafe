"""Withheld sentences: left out of messages until the person agrees, with the requests that they wait for."""

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
from providers.statements import echoes


class Asked(NamedTuple):
    """A question that is open, was refused or agreed to, and where a message says what it asks about: `value`, in the
    words of the message, or as the person put it."""

    proposal_id: UUID
    start: int
    end: int
    state: str
    value: str

    @property
    def is_open(self) -> bool:
        return self.state == ProposalState.PENDING


class KeptBack(NamedTuple):
    """What is left out of a message (R19): all of its `text`; of that what waits for `questions`, what no question asks
    about, both read by `still_has`; what waits and nobody reads, what was refused, and what else no assistant reads.
    `agreed` and `denied` are the values of a refused part, each quoted, where the person agreed to some of it."""

    text: str
    asked: str
    unasked: str
    waits: str
    refused: str
    unread: str
    still_has: Sequence[str]
    questions: Sequence[UUID]
    agreed: str = ""
    denied: str = ""


NOTHING = KeptBack("", "", "", "", "", "", (), ())


def questions_in(turns: Iterable[Turn], proposals: ProposalQuerySet) -> Mapping[UUID, Sequence[Asked]]:
    """The questions about what is withheld in some messages that are open, refused or agreed to, by message; two
    queries where something is. In the entered scope."""
    kept = [turn for turn in turns if turn.withheld]
    if not kept:
        return {}
    values = WithheldValue.objects.filter(person_id__in={turn.person_id for turn in kept})
    rows = list(values.order_by("id").values_list("proposal_id", "key", "value", "category"))
    named = proposals.filter(id__in=[row[0] for row in rows])
    told = named.pending() | named.filter(state__in=(ProposalState.REJECTED, *GIVEN))
    found = {one.id: one for one in told}
    asked: dict[tuple[str, str], list[Proposal]] = {}
    for proposal_id, *pair, category in rows:
        if proposal_id in found and bool(category) == (found[proposal_id].state in GIVEN):
            asked.setdefault((pair[0], pair[1]), []).append(found[proposal_id])
    return {turn.id: list(_asked_in(turn, asked)) for turn in kept}


def _asked_in(turn: Turn, asked: Mapping[tuple[str, str], Sequence[Proposal]]) -> Iterator[Asked]:
    """In order of place; what was agreed to and came of the message, but is told in other words, stands in all of
    it."""
    found = set()
    for start, end, pair in echoes(turn.content, asked):
        for one in asked[pair]:
            found.add(one.id)
            yield Asked(one.id, start, end, one.state, _value(one, pair[1], turn.content))
    for (_key, said), proposals in asked.items():
        for one in proposals:
            if one.state in GIVEN and one.evidence_turn_id == turn.id and one.id not in found:
                yield Asked(one.id, 0, len(turn.content), one.state, _value(one, said, turn.content))


def _value(proposal: Proposal, said: str, text: str) -> str:
    """What a question asks about; of a sentence what it says of a field, as the text spells it."""
    if proposal.state == ProposalState.AMENDED:
        return proposal.kept_value
    place = -1 if proposal.change["type"] == SET else text.lower().find(said)
    return proposal.new_value if place < 0 else text[place : place + len(said)]


def kept_back(turn: Turn | None, faces: Faces, questions: Mapping[UUID, Sequence[Asked]]) -> KeptBack:
    """`questions` as `questions_in` finds them."""
    if turn is None:
        return NOTHING
    read = merged(span for spans in turn.waiting.values() for span in spans)
    about = [one for one in questions.get(turn.id, ()) if _inside(turn.withheld, (one.start, one.end))]
    is_open = [(one.start, one.end) for one in about if one.is_open]
    unasked, unread = outside(read, is_open), outside(turn.withheld, read)
    unrefused = outside(unread, [(one.start, one.end) for one in about if one.state == ProposalState.REJECTED])
    left = outside(unrefused, is_open)
    refused = outside(unread, unrefused)
    answered = [one for one in about if not one.is_open and _inside(refused, (one.start, one.end))]
    agreed = [one for one in answered if one.state in GIVEN]
    still_has = sorted(faces.of("", UUID(agent_id)).name for agent_id, spans in turn.waiting.items() if spans)
    return KeptBack(
        text=_told(turn, turn.withheld),
        asked=_told(turn, outside(read, unasked)),
        unasked=_told(turn, unasked),
        waits=_told(turn, outside(unrefused, left)),
        refused=_told(turn, refused),
        unread=_told(turn, left),
        still_has=still_has,
        questions=list(dict.fromkeys(one.proposal_id for one in about if one.is_open)),
        agreed=_quoted(agreed),
        denied=_quoted(one for one in answered if agreed and one.state not in GIVEN),
    )


def _quoted(asked: Iterable[Asked]) -> str:
    values = dict.fromkeys(one.value for one in asked)
    return ", ".join(str(QUOTED).format(value=readable(value)) for value in values)


def _inside(spans: Iterable[Sequence[int]], place: Span) -> bool:
    return any(start < place[1] and place[0] < end for start, end in spans)


def _told(turn: Turn, spans: Iterable[Sequence[int]]) -> str:
    pieces = (turn.content[start:end].strip() for start, end in spans)
    return readable(" … ".join(filter(None, pieces)))
