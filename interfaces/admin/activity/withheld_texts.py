"""Parts of messages that agents do not receive, and why. Staff may read the whole conversation."""

from collections.abc import Iterator, Sequence
from enum import IntEnum, auto
from typing import NamedTuple

from django.utils.translation import gettext as _

from consent.detection.ruled_fields import READ
from conversations.models import Turn, WithheldValue
from conversations.models.turn import TurnRole
from interfaces.admin.texts.actors import agent_names
from interfaces.admin.texts.wording import field_words
from providers import statements


class Piece(NamedTuple):
    """A part of a message; `why` is the reason that agents do not read it, empty where they do."""

    text: str
    why: str


def note_withheld(turns: Sequence[Turn]) -> None:
    """Set each turn's `pieces`, and `who` said it: the person, or the agent that stored it. At most two queries; turns
    must be fetched with their person."""
    agents = agent_names() if turns else {}
    people = {turn.person_id for turn in turns if turn.withheld}
    rows = WithheldValue.objects.filter(person_id__in=people, category="") if people else ()
    states = {(row.person_id, row.key): _state(row) for row in sorted(rows, key=_state)}
    for turn in turns:
        known = {key: state for (person_id, key), state in states.items() if person_id == turn.person_id}
        turn.pieces = list(_pieces(turn, known))  # type: ignore[attr-defined]
        turn.who = turn.speaker or _role(turn, agents.get(turn.agent_id, ""))  # type: ignore[attr-defined, arg-type]


class State(IntEnum):
    """Why a value is withheld; of several reasons the last counts."""

    REFUSED = auto()
    WRONG = auto()
    WAITING = auto()


def _state(row: WithheldValue) -> State:
    return State.WAITING if row.is_waiting else State.WRONG if row.memory_id else State.REFUSED


def _role(turn: Turn, agent: str) -> str:
    if turn.role == TurnRole.USER:
        return str(turn.person.name)
    return agent if turn.role == TurnRole.ASSISTANT and agent else str(turn.get_role_display())


def _pieces(turn: Turn, states: dict[str, State]) -> Iterator[Piece]:
    end = 0
    for start, stop in sorted(turn.withheld):
        if start > end:
            yield Piece(turn.content[end:start], "")
        if stop > max(start, end):
            text = turn.content[max(start, end) : stop]
            yield Piece(text, _why(text, states))
        end = max(end, stop)
    if end < len(turn.content):
        yield Piece(turn.content[end:], "")


def _why(text: str, states: dict[str, State]) -> str:
    keys = list(dict.fromkeys(one.key for one in statements.sensitive(text, keys=READ)))
    fields = ", ".join(field_words(key) for key in keys) or _("something sensitive")
    reason = _reason(max((states[key] for key in (keys or [""]) if key in states), default=None))
    return reason % {"fields": fields}


def _reason(state: State | None) -> str:
    """Return the reason; without a state, nothing was asked."""
    if state is State.WAITING:
        return _("Agents are not told this (%(fields)s) while a question about it waits.")
    if state is State.WRONG:
        return _("Agents are not told this (%(fields)s): it was marked as wrong.")
    if state is State.REFUSED:
        return _("Agents are not told this (%(fields)s): it was refused, or nobody agreed in time.")
    return _("Agents are not told this (%(fields)s): it is neither stored nor asked about.")
