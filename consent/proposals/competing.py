"""Questions that compete: different changes of one text, or different values of one field.

All of them wait. The one that is approved closes the others.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext_noop

from consent.changes import from_json
from consent.detection.withholding import update_withheld_values
from consent.models import Decision, Proposal
from consent.models.proposal import ClockTimestamp, ProposalQuerySet, ProposalState
from consent.outcomes import Refused
from consent.proposals import rebase as rebasing
from consent.snapshot import snapshot_for
from workspaces.actors import Actor

# Kinds that set a memory's text, or forget the memory.
OF_TEXTS: Final = frozenset({"write_memory", "ingest_source", "forget_memory", "restore_memory"})
OF_FIELDS: Final = frozenset({"set_fact"})
OTHER_APPROVED = gettext_noop("Another change of the same memory was approved.")
OTHER_VALUE_APPROVED = gettext_noop("Another value of the same field was approved.")


def is_same_asker(one: Proposal, other: Proposal) -> bool:
    """Whether both questions have the same asker. The server's jobs have no id: for a field they count as different
    ones, so that a guess does not replace what another job read in the person's words."""
    if (one.agent_id, one.account_id) != (other.agent_id, other.account_id):
        return False
    is_job = one.agent_id is None and one.account_id is None
    return not is_job or one.change["type"] not in OF_FIELDS or one.actor_label == other.actor_label


def close_competing(approved: Proposal, alike: Iterable[Proposal], *, now: datetime) -> None:
    """Close the other questions about the text or field of an approved one, except those `alike`, which the same answer
    settles."""
    for row in _about(approved).pending().exclude(id__in=[one.id for one in alike]):
        rebasing.close(row, _reason(approved), now=now)


def reopen_competing(undone: Proposal, decision: Decision, *, actor: Actor, now: datetime) -> None:
    """Reopen the questions that its approval closed, unless they have expired."""
    closed = {"state": ProposalState.STALE, "closed_because": _reason(undone), "decided_at": decision.created_at}
    waiting = list(_about(undone).pending())
    for row in _about(undone).filter(**closed, expires_at__gt=ClockTimestamp()):
        if any(is_same_asker(row, other) or _is_unique_pending(row, other) for other in waiting):
            continue  # requested again meanwhile
        change = from_json(row.change)
        target = change.locate(snapshot_for([change], actor=actor, now=now))
        waits = {"state": ProposalState.PENDING, "decided_at": None, "closed_because": ""}
        if not isinstance(target, Refused) and rebasing.rebase(change, target, row, **waits):
            update_withheld_values(row)


def _is_unique_pending(one: Proposal, other: Proposal) -> bool:
    """Whether only one of the two may be pending (`proposal_pending_once`)."""
    return (one.agent_id, one.change_hash) == (other.agent_id, other.change_hash)


def closed_by(approved: Proposal) -> ProposalQuerySet:
    """Return the questions that were closed by the approval of one, without muted ones."""
    closed = {"state": ProposalState.STALE, "closed_because": _reason(approved), "decided_at": approved.decided_at}
    return _about(approved).unmuted().filter(**closed)


def _about(proposal: Proposal) -> ProposalQuerySet:
    rows = Proposal.objects.about_the_same(proposal).exclude(id=proposal.id)
    kinds = next((kinds for kinds in (OF_TEXTS, OF_FIELDS) if proposal.change["type"] in kinds), frozenset[str]())
    return rows.filter(Q(person_id=proposal.person_id), change__type__in=kinds)


def _reason(proposal: Proposal) -> str:
    return OTHER_VALUE_APPROVED if proposal.change["type"] in OF_FIELDS else OTHER_APPROVED
