"""Closing what the server's jobs ask about a person's words, once they ask in the same conversation to forget them."""

from collections.abc import Callable
from datetime import datetime

from django.utils.translation import gettext_noop

from consent.models import Proposal
from consent.proposals.rebase import close
from conversations.models import Turn

ASKED_TO_FORGET = gettext_noop("You asked to forget it in the same conversation.")
# What sets a value or remembers a sentence.
KINDS = ("set_fact", "write_memory")


def withdraw_questions(turn: Turn, is_meant: Callable[[Proposal], bool], *, now: datetime) -> None:
    """Close the open questions from messages before this one that are meant. In the entered scope.

    Only those from messages which the same agent stored: a made-up message closes no question about another's.
    """
    earlier = Turn.objects.filter(session_id=turn.session_id, position__lt=turn.position, agent_id=turn.agent_id)
    rows = Proposal.objects.pending().filter(person_id=turn.person_id, agent_id=None, account_id=None)
    asked = rows.filter(evidence_turn_id__in=earlier.values("id"), change__type__in=KINDS)
    for row in asked.order_by("id"):
        if is_meant(row):
            close(row, ASKED_TO_FORGET, now=now)
