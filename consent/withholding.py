"""What becomes of the turn in which somebody said what they then did not agree to have remembered (R19)."""

from uuid import UUID

from django.db.models import Q

from consent.changes import JoinStatement, SetFact, WriteMemory, from_json
from consent.models import Proposal
from conversations.models import Turn
from memories.maintenance.withhold_in_turn import withhold_in_turn
from memories.models import Memory
from providers import statements

Said = tuple[str, str]


def withhold_evidence(proposal: Proposal) -> int:
    """Leave the sentences that state what was refused, or was not decided in time, out of retrieval.

    They stay in the transcript, marked. Looks in the turn that the proposal was taken from, and in those of the episode
    that it was cut from; returns in how many turns something was withheld. Runs in the entered scope.
    """
    wanted = _stated(proposal)
    if not wanted:
        return 0
    return sum(_withhold(turn, wanted) for turn in _turns(proposal))


def _stated(proposal: Proposal) -> set[Said]:
    """Keys and values that the change would have stored."""
    match from_json(proposal.change):
        case SetFact(draft=fact):
            return {(fact.key, _plain(fact.value))}
        case WriteMemory(draft=draft):
            return _in_text(draft.content)
        case JoinStatement(statement=statement):
            return _in_text(statement)
        case _:
            return set()


def _in_text(text: str) -> set[Said]:
    return {(one.key, _plain(one.value)) for one in statements.sensitive(text)}


def _turns(proposal: Proposal) -> list[Turn]:
    if proposal.person_id is None:
        return []
    places = Q(id=proposal.evidence_turn_id) if proposal.evidence_turn_id else Q(pk__in=[])
    episode = _episode(proposal.memory_id) if proposal.memory_id else None
    if episode is not None:
        places |= Q(session_id=episode.session_id, position__range=(episode.turn_start, episode.turn_end))
    return list(Turn.objects.filter(places, Q(person_id=proposal.person_id)))


def _episode(memory_id: UUID) -> Memory | None:
    found = Memory.objects.filter(id=memory_id, turn_start__isnull=False, turn_end__isnull=False)
    return found.filter(session_id__isnull=False).first()


def _withhold(turn: Turn, wanted: set[Said]) -> bool:
    found = [one for one in statements.sensitive(turn.content) if (one.key, _plain(one.value)) in wanted]
    spans = [(one.start, one.end) for one in found]
    return bool(spans) and withhold_in_turn(turn_id=turn.id, spans=spans)


def _plain(value: str) -> str:
    return " ".join(value.casefold().split()).strip(" .,;!?\"'")
