"""What becomes of the turn in which somebody said what they then did not agree to have remembered (R19)."""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Q

from consent.changes import from_json
from consent.detection.values import Pair, claim, normalized_pair
from consent.models import Proposal
from consent.models.proposal import ProposalState
from conversations.models import Turn
from memories.maintenance.index_turns import show_in_turn, withhold_in_turn
from memories.models import Memory
from providers import statements
from providers.statements import Statement

# Of earlier questions about the same, so many are looked up.
EARLIER = 50


def withhold_evidence(proposal: Proposal) -> int:
    """Leave the sentences that state what was refused, or was not decided in time, out of retrieval.

    They stay in the transcript, marked. Looks in the turns that the proposal was taken from, and in those of the
    episode that it was cut from; returns in how many turns something was withheld. Runs in the entered scope.
    """
    wanted = from_json(proposal.change).pairs()
    if not wanted:
        return 0
    return sum(_withhold(turn, wanted) for turn in _turns(proposal))


def show_evidence(proposal: Proposal) -> int:
    """Bring back into retrieval the sentences that state what the person agrees to now, where an earlier no of theirs,
    or their silence, had left them out.

    Looks in the turns of this question and of earlier ones about the same; returns in how many turns something came
    back. Runs in the entered scope.
    """
    agreed = from_json(proposal.change).pairs()
    if not agreed:
        return 0
    turns = {turn.id: turn for one in [proposal, *_earlier(proposal)] for turn in _turns(one) if turn.withheld}
    return sum(_show(turn, agreed) for turn in turns.values())


def _earlier(proposal: Proposal) -> Iterable[Proposal]:
    """Settled questions of the same person that stated one of the same values."""
    if not proposal.claims:
        return ()
    rows = Proposal.objects.filter(Q(person_id=proposal.person_id), decided_at__isnull=False).exclude(id=proposal.id)
    alike = reduce(or_, (Q(claims__contains=[one]) for one in proposal.claims))
    return rows.filter(alike).order_by("-decided_at")[:EARLIER]


def _show(turn: Turn, agreed: set[Pair]) -> bool:
    found = statements.sensitive(turn.content)
    spans = [(one.start, one.end) for one in found if normalized_pair(one) in agreed]
    others = [one for one in found if normalized_pair(one) not in agreed]
    but = [(one.start, one.end) for one in others if _is_refused(one, turn.person_id)] if spans else []
    return bool(spans) and show_in_turn(turn_id=turn.id, spans=spans, but=but)


def _is_refused(statement: Statement, person_id: UUID | None) -> bool:
    """Whether the last answer about that value was no."""
    asked = Proposal.objects.filter(Q(person_id=person_id), decided_at__isnull=False)
    about = asked.filter(claims__contains=[claim(statement.category, statement.key, statement.value)])
    last = about.order_by("-decided_at").values_list("state", flat=True).first()
    return last is not None and last != ProposalState.APPROVED


def _turns(proposal: Proposal) -> list[Turn]:
    if proposal.person_id is None:
        return []
    turn_ids = [proposal.evidence_turn_id, *(entry.get("turn_id") for entry in proposal.evidence)]
    places = Q(id__in=[turn_id for turn_id in turn_ids if turn_id])
    episode = _episode(proposal.memory_id) if proposal.memory_id else None
    if episode is not None:
        places |= Q(session_id=episode.session_id, position__range=(episode.turn_start, episode.turn_end))
    return list(Turn.objects.filter(places, Q(person_id=proposal.person_id)))


def _episode(memory_id: UUID) -> Memory | None:
    found = Memory.objects.filter(id=memory_id, turn_start__isnull=False, turn_end__isnull=False)
    return found.filter(session_id__isnull=False).first()


def _withhold(turn: Turn, wanted: set[Pair]) -> bool:
    found = [one for one in statements.sensitive(turn.content) if normalized_pair(one) in wanted]
    spans = [(one.start, one.end) for one in found]
    return bool(spans) and withhold_in_turn(turn_id=turn.id, spans=spans)
