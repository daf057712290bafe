"""The results of a conversation: memories, questions, and jobs that are not done yet."""

from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import ngettext

from consent.models import Proposal
from consent.models.proposal import REFUSED
from conversations.models import Session, Turn
from conversations.models.turn import TurnQuerySet
from conversations.turn_events import event_of
from interfaces.admin.memories.status import STATUSES, status_of
from interfaces.admin.texts.wording import question_title
from memories.models import Memory, Provenance
from workspaces.actors import Actor

MOST = 20
# A conversation may last for years; only its latest messages are considered.
MOST_TURNS = 500


def outcome_of(session: Session, actor: Actor) -> dict[str, Any]:
    turns = Turn.objects.filter(session=session)
    ids = list(turns.order_by("-position").values_list("id", flat=True)[:MOST_TURNS])
    return _outcome(ids, session.person_id, Q(session_id=session.id), actor) | {"unfinished": _unfinished(turns)}


def outcome_of_turn(turn: Turn, actor: Actor) -> dict[str, Any]:
    """The same for one message."""
    turns = Turn.objects.filter(id=turn.id)
    return _outcome([turn.id], turn.person_id, Q(), actor) | {"unfinished": _unfinished(turns)}


def _outcome(ids: list[Any], person_id: Any, others: Q, actor: Actor) -> dict[str, Any]:
    """Return the results, as far as the actor may read them; `others` are further memories from it. Refused requests
    are only counted: no link may lead from the message to them."""
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
    said = Provenance.objects.filter(memory__person_id=person_id, source_event__in=map(event_of, turn_ids))
    rows = Memory.objects.authorized_for(actor, now=timezone.now()).filter(person_id=person_id)
    rows = rows.filter(others | Q(id__in=said.values("memory_id")))
    return list(rows.select_related("current").order_by("-updated_at", "-id")[:MOST])


def _unfinished(turns: TurnQuerySet) -> list[str]:
    """Return a sentence for each kind of pending work."""
    unread, unindexed = turns.unextracted().count(), turns.unindexed().count()
    sentences = []
    if unread:
        text = ngettext(
            "%d message was not read for facts yet: until then other agents are not shown it.",
            "%d messages were not read for facts yet: until then other agents are not shown them.",
            unread,
        )
        sentences.append(text % unread)
    if unindexed:
        text = ngettext(
            "%d message is found by its words only, not yet by its meaning.",
            "%d messages are found by their words only, not yet by their meaning.",
            unindexed,
        )
        sentences.append(text % unindexed)
    return sentences
