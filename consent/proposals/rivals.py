"""Different changes of one text that several ask for: all wait, and the one that is approved closes the others."""

from datetime import datetime
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext_noop

from consent.changes import from_json
from consent.detection.withholding import follow
from consent.models import Decision, Proposal
from consent.models.proposal import ClockTimestamp, ProposalQuerySet, ProposalState
from consent.outcomes import Refused
from consent.proposals import rebase as rebasing
from consent.snapshot import snapshot_for
from workspaces.actors import Actor

# Kinds that say what a memory is to say, or that it is to go.
OF_TEXTS: Final = frozenset({"write_memory", "ingest_source", "forget_memory", "restore_memory"})
OTHER_APPROVED = gettext_noop("Another change of the same memory was approved.")


def is_same_asker(one: Proposal, other: Proposal) -> bool:
    return (one.agent_id, one.account_id) == (other.agent_id, other.account_id)


def close_rivals(approved: Proposal, *, now: datetime) -> None:
    """Close the other questions about the text that one was just agreed to for."""
    if approved.change["type"] in OF_TEXTS:
        for row in _about(approved).pending():
            rebasing.close(row, OTHER_APPROVED, now=now)


def reopen_rivals(undone: Proposal, decision: Decision, *, actor: Actor, now: datetime) -> None:
    """Let those wait again that its approval closed, as far as their time is not over."""
    closed = {"state": ProposalState.STALE, "closed_because": OTHER_APPROVED, "decided_at": decision.created_at}
    for row in _about(undone).filter(**closed, expires_at__gt=ClockTimestamp()):
        change = from_json(row.change)
        target = change.locate(snapshot_for([change], actor=actor, now=now))
        waits = {"state": ProposalState.PENDING, "decided_at": None, "closed_because": ""}
        if not isinstance(target, Refused) and rebasing.rebase(change, target, row, **waits):
            follow(row)


def _about(proposal: Proposal) -> ProposalQuerySet:
    rows = Proposal.objects.about_the_same(proposal).exclude(id=proposal.id)
    return rows.filter(Q(person_id=proposal.person_id), change__type__in=OF_TEXTS)
