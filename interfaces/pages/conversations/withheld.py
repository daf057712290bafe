"""Withheld sentences: left out of messages until the person agrees, with the requests and the rules about them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from consent.models import Policy, Proposal
from consent.models.proposal import GIVEN, ProposalQuerySet, ProposalState
from consent.policies.field_outcomes import rule_forbidding_conclusion, rules_about
from conversations.models import Turn
from conversations.models.turn import WithheldValue
from conversations.withheld_spans import Span, merged, outside
from interfaces.competing_requests import SET
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.change_kinds import QUOTED
from interfaces.pages.texts.wording import field_name, readable, rule_text
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


class ForbiddingRule(NamedTuple):
    """A rule that forbids to save something, as text: the person's own, or the workspace's. Empty if the rule is no
    longer in force."""

    text: str
    is_own: bool


class Place(NamedTuple):
    """A place in a message with what was marked as wrong in a memory, or with what a rule forbids to save."""

    start: int
    end: int
    why: UUID | ForbiddingRule


class WithheldReasons(NamedTuple):
    """Why parts of a message are withheld."""

    questions: Sequence[WithheldQuestion] = ()
    places: Sequence[Place] = ()


class WithheldParts(NamedTuple):
    """What is left out of a message (R19). `text` is all of it. `pending` waits for an answer to `questions` and
    `unrequested` has no question, both visible to the assistants in `readers`. `pending_unread` waits and is visible to
    none, `refused` was refused, and `unread` is the rest that no assistant reads. If the person approved some of the
    refused part, `approved_values` and `refused_values` quote the values in it. `wrong` has texts with memories that
    were marked as wrong, `forbidden` texts with rules."""

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
    wrong: Sequence[tuple[str, UUID]] = ()
    forbidden: Sequence[tuple[str, ForbiddingRule]] = ()


NOTHING = WithheldParts("", "", "", "", "", "", (), ())
NO_REASONS = WithheldReasons()


def reasons_in(turns: Iterable[Turn], proposals: ProposalQuerySet) -> Mapping[UUID, WithheldReasons]:
    """Return, by message, the open, refused and approved questions about withheld parts of it, and the places of what
    was marked as wrong or is forbidden; two queries where anything is withheld, three where a rule forbids some. Runs
    in the entered scope."""
    with_withheld = [turn for turn in turns if turn.withheld]
    if not with_withheld:
        return {}
    values = WithheldValue.objects.filter(person_id__in={turn.person_id for turn in with_withheld})
    rows = list(values.order_by("id"))
    named = proposals.filter(id__in=[row.proposal_id for row in rows if row.proposal_id])
    found = {one.id: one for one in named.pending() | named.filter(state__in=(ProposalState.REJECTED, *GIVEN))}
    by_value: dict[tuple[str, str], list[Proposal]] = {}
    for row in rows:
        proposal = found.get(row.proposal_id) if row.proposal_id else None
        if proposal and bool(row.category) == (proposal.state in GIVEN):
            by_value.setdefault((row.key, row.value), []).append(proposal)
    wrong = {(row.key, row.value): row.memory_id for row in rows if row.memory_id and not row.category}
    rules = _rules_by_field(with_withheld)
    return {
        turn.id: WithheldReasons(
            list(_questions_of(turn, by_value)), [*_wrong_in(turn, wrong), *_forbidden_in(turn, rules)]
        )
        for turn in with_withheld
    }


def _wrong_in(turn: Turn, wrong: Mapping[tuple[str, str], UUID]) -> Iterator[Place]:
    for start, end, pair in known_value_matches(turn.content, wrong):
        yield Place(start, end, wrong[pair])


def _forbidden_in(turn: Turn, rules: Mapping[tuple[UUID, str], ForbiddingRule]) -> Iterator[Place]:
    for start, end, field in turn.forbidden:
        yield Place(start, end, rules[turn.person_id, field])


def _rules_by_field(turns: Iterable[Turn]) -> Mapping[tuple[UUID, str], ForbiddingRule]:
    """Return the rules by which the forbidden words of messages are not saved, by person and field."""
    fields = {(turn.person_id, field) for turn in turns for _start, _end, field in turn.forbidden}
    in_force = {person_id: rules_about(person_id) for person_id in {one for one, _field in fields}}
    found = {
        (person_id, field): rule_forbidding_conclusion(field, person_id=person_id, rules=in_force[person_id])
        for person_id, field in fields
    }
    return {one: _rule_in_words(rule, one[1]) for one, rule in found.items()}


def _rule_in_words(rule: Policy | None, field: str) -> ForbiddingRule:
    if rule is None:
        return ForbiddingRule("", is_own=True)
    if rule.person_id is not None:
        return ForbiddingRule(rule_text(rule, ""), is_own=True)
    return ForbiddingRule(_("Never: {field}").format(field=field_name(rule.fact_key or field)), is_own=False)


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


def withheld_parts(turn: Turn | None, faces: Faces, reasons: Mapping[UUID, WithheldReasons]) -> WithheldParts:
    """Return the withheld parts of a message; `reasons` come from `reasons_in`."""
    if turn is None:
        return NOTHING
    questions, places = reasons.get(turn.id, NO_REASONS)
    read = merged(span for spans in turn.waiting.values() for span in spans)
    about = [one for one in questions if _inside(turn.withheld, (one.start, one.end))]
    is_open = [(one.start, one.end) for one in about if one.is_open]
    unrequested, unread = outside(read, is_open), outside(turn.withheld, read)
    not_refused = outside(unread, [(one.start, one.end) for one in about if one.state == ProposalState.REJECTED])
    unexplained, refused = outside(not_refused, is_open), outside(unread, not_refused)
    answered = [one for one in about if not one.is_open and _inside(refused, (one.start, one.end))]
    approved = [one for one in answered if one.state in GIVEN]
    unread = outside(unexplained, [(one.start, one.end) for one in places])
    readers = sorted(faces.of("", UUID(agent_id)).name for agent_id, spans in turn.waiting.items() if spans)
    return WithheldParts(
        text=_text(turn, turn.withheld),
        pending=_text(turn, outside(read, unrequested)),
        unrequested=_text(turn, unrequested),
        pending_unread=_text(turn, outside(not_refused, unexplained)),
        refused=_text(turn, refused),
        unread=_text(turn, unread),
        readers=readers,
        questions=list(dict.fromkeys(one.proposal_id for one in about if one.is_open)),
        approved_values=_quoted(approved),
        refused_values=_quoted(one for one in answered if approved and one.state not in GIVEN),
        wrong=[(text, why) for text, why in _explained(turn, unexplained, places) if isinstance(why, UUID)],
        forbidden=[(text, why) for text, why in _explained(turn, unexplained, places) if not isinstance(why, UUID)],
    )


def _explained(
    turn: Turn, spans: Sequence[Span], places: Sequence[Place]
) -> Iterator[tuple[str, UUID | ForbiddingRule]]:
    """Yield the withheld texts, each with the first reason for it."""
    for why in dict.fromkeys(one.why for one in places):
        left = outside(spans, [(one.start, one.end) for one in places if one.why == why])
        if text := _text(turn, outside(spans, left)):
            yield text, why
        spans = left


def _quoted(questions: Iterable[WithheldQuestion]) -> str:
    values = dict.fromkeys(one.value for one in questions)
    return ", ".join(str(QUOTED).format(value=readable(value)) for value in values)


def _inside(spans: Iterable[Sequence[int]], place: Span) -> bool:
    return any(start < place[1] and place[0] < end for start, end in spans)


def _text(turn: Turn, spans: Iterable[Sequence[int]]) -> str:
    pieces = (turn.content[start:end].strip() for start, end in spans)
    return readable(" … ".join(filter(None, pieces)))
