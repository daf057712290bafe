"""What resulted from a conversation: memories, questions, and work that the server has not done yet."""

from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import ngettext

from consent.models import Proposal
from consent.models.proposal import REFUSED
from conversations.models import Session, Turn
from conversations.models.turn import TurnQuerySet
from interfaces.admin.memories.status import STATUSES, status_of
from interfaces.admin.texts.wording import question_title
from memories.models import Memory, Provenance
from workspaces.actors import Actor

MOST = 20
# A conversation may go on for years: what is asked about is what was said last.
MOST_TURNS = 500


def outcome_of(session: Session, actor: Actor) -> dict[str, Any]:
    turns = Turn.objects.filter(session=session)
    ids = list(turns.order_by("-position").values_list("id", flat=True)[:MOST_TURNS])
    return _outcome(ids, session.person_id, Q(session_id=session.id), actor) | {"unfinished": _unfinished(turns)}


def outcome_of_turn(turn: Turn, actor: Actor) -> dict[str, Any]:
    """The same of one message."""
    turns = Turn.objects.filter(id=turn.id)
    return _outcome([turn.id], turn.person_id, Q(), actor) | {"unfinished": _unfinished(turns)}


def _outcome(ids: list[Any], person_id: Any, others: Q, actor: Actor) -> dict[str, Any]:
    """As far as the actor may read it; `others` are memories that come of it, too. Nothing leads to what was refused
    from where it was said; it is counted."""
    asked = Proposal.objects.visible_to(actor, now=timezone.now()).filter(evidence_turn_id__in=ids)
    refused = asked.filter(state__in=REFUSED).count()
    return {
        "remembered": [(row, STATUSES[status_of(row)]) for row in _remembered(ids, person_id, others, actor)],
        "asked_here": [
            (row, question_title(row)) for row in asked.order_by("-created_at", "-id")[:MOST] if not row.is_refused
        ],
        "refused_here": _refused(refused) if refused else "",
    }


def _refused(count: int) -> str:
    text = ngettext(
        "%d thing that was said here was refused. Agents are not told it.",
        "%d things that were said here were refused. Agents are not told them.",
        count,
    )
    return text % count


def _remembered(turn_ids: list[Any], person_id: Any, others: Q, actor: Actor) -> list[Memory]:
    said = Provenance.objects.filter(
        memory__person_id=person_id, source_event__in=[f"turn:{turn_id}" for turn_id in turn_ids]
    )
    rows = Memory.objects.authorized_for(actor, now=timezone.now()).filter(person_id=person_id)
    rows = rows.filter(others | Q(id__in=said.values("memory_id")))
    return list(rows.select_related("current").order_by("-updated_at", "-id")[:MOST])


def _unfinished(turns: TurnQuerySet) -> list[str]:
    """A sentence for each thing that a job still has to do."""
    unread, unindexed = turns.unextracted().count(), turns.unindexed().count()
    told = []
    if unread:
        text = ngettext(
            "%d message was not read for facts yet: until then other agents are not shown it.",
            "%d messages were not read for facts yet: until then other agents are not shown them.",
            unread,
        )
        told.append(text % unread)
    if unindexed:
        text = ngettext(
            "%d message is found by its words only, not yet by its meaning.",
            "%d messages are found by their words only, not yet by their meaning.",
            unindexed,
        )
        told.append(text % unindexed)
    return told
