"""What becomes of a proposal whose base has moved on: shown anew if it still makes sense, else closed as stale."""

from datetime import datetime

from django.utils.translation import gettext_noop

from consent.changes import Change, from_json
from consent.detection.withholding import follow
from consent.models import Proposal
from consent.models.notice import Notice, NoticeKind
from consent.models.proposal import ProposalState
from consent.proposals.errors import NotPending, NotShown
from consent.snapshot import BatchSnapshot
from consent.target import Target
from memories.authority import WriteAuthority
from memories.models import History, Memory, MemoryVersion
from workspaces.actors import ActorKind

GONE = gettext_noop("What it was about is no longer there.")
SAID_SINCE = gettext_noop("The person has changed it since, and their word is newer than the question.")
ALREADY_SO = gettext_noop("It is so already.")


def has_moved(change: Change, target: Target, proposal: Proposal) -> bool:
    """Whether it would now be shown otherwise than it was."""
    if change.ignores_versions:
        return False
    described = change.describe(target)
    shown = (proposal.base_version, proposal.old_value, proposal.new_value)
    return (target.base_version, described.old, described.new) != shown


def move(change: Change, target: Target, proposal: Proposal, *, now: datetime) -> NotPending:
    """Show the change against what stands there now, or close it; the answer to whoever tried to decide it."""
    if change.is_done(target):
        return close(proposal, ALREADY_SO, now=now)
    if _said_since(target, proposal):
        return close(proposal, SAID_SINCE, now=now)
    rebase(change, target, proposal)
    return settled(proposal)


def close(proposal: Proposal, because: str, *, now: datetime) -> NotPending:
    """End a proposal that makes no sense any more."""
    pending = Proposal.objects.pending().filter(id=proposal.id)
    if pending.update(state=ProposalState.STALE, decided_at=now, closed_because=because):
        follow(proposal)
        Notice.objects.create(proposal=proposal, kind=NoticeKind.CLOSED, state=ProposalState.STALE, created_at=now)
    return settled(proposal)


def close_answered(memory: Memory, *, authority: WriteAuthority) -> None:
    """Close the questions about a memory that the person's own word answers: requests to forget the text that it has
    replaced, and, where they were not answering a question, such as ask for what stands there now.
    """
    for row in Proposal.objects.pending().filter(memory_id=memory.id):
        change = from_json(row.change)
        if change.type == "forget_memory":
            if row.base_version < memory.version:
                close(row, SAID_SINCE, now=authority.now)
        elif authority.decision_id is None:
            target = change.locate(BatchSnapshot(actor=authority.actor, now=authority.now))
            if isinstance(target, Target) and change.is_done(target):
                close(row, ALREADY_SO, now=authority.now)


def settled(proposal: Proposal) -> NotPending:
    """Why a proposal that could not be claimed was not there to be claimed."""
    if Proposal.objects.overdue().filter(id=proposal.id).exists():
        return NotPending(ProposalState.EXPIRED)
    state, shown_hash = Proposal.objects.values_list("state", "shown_hash").get(id=proposal.id)
    return NotShown(shown_hash) if state == ProposalState.PENDING else NotPending(state)


def rebase(change: Change, target: Target, proposal: Proposal, **changes: object) -> bool:
    """Put a proposal on what stands there now, under a new hash; whether it was still as the caller knew it."""
    known = Proposal.objects.filter(id=proposal.id, revision=proposal.revision, state=proposal.state)
    proposal.revision += 1
    proposal.memory_id = target.memory.id if target.memory else None
    proposal.base_version = target.base_version
    if not change.ignores_versions:
        described = change.describe(target)
        proposal.old_value, proposal.new_value = described.old, described.new
    proposal.shown_hash = proposal.hash_of_shown()
    moved = ("revision", "memory_id", "base_version", "old_value", "new_value", "shown_hash")
    return known.update(**{name: getattr(proposal, name) for name in moved}, **changes) > 0


def _said_since(target: Target, proposal: Proposal) -> bool:
    """Whether the person wrote, or agreed to, one of the versions since."""
    if target.memory is None:
        return False
    since = MemoryVersion.objects.filter(memory=target.memory, number__gt=proposal.base_version)
    rows = History.objects.filter(memory_id=target.memory.id, new_version_id__in=since.values("id"))
    return rows.filter(actor_kind=ActorKind.PERSON).exists()
