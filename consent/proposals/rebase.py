"""What becomes of a proposal whose base has moved on: shown anew if it still makes sense, else closed as stale."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_noop

from consent.changes import Change, WriteMemory, from_json
from consent.changes.proposable import FACT_PREFIX
from consent.detection.values import claim
from consent.detection.withholding import follow
from consent.models import Decision, Proposal
from consent.models.decision import Verdict
from consent.models.notice import Notice, NoticeKind
from consent.models.proposal import ProposalState
from consent.outcomes import Refusal, Refused
from consent.proposals.errors import NotPending, NotShown
from consent.snapshot import BatchSnapshot
from consent.target import Target
from memories.authority import WriteAuthority
from memories.models import Fact, History, Memory, MemoryVersion
from memories.repetitions import is_repeat
from providers.statements import adds_little
from workspaces import sensitivity
from workspaces.actors import Actor, ActorKind

GONE = gettext_noop("What it was about is no longer there.")
SAID_SINCE = gettext_noop("The person has changed it since, and their word is newer than the question.")
OTHERWISE = gettext_noop("One of the two memories was changed meanwhile.")
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
    replaced, and, where they were not answering a question, such as ask for what stands there now or for something
    older than their word. What can still be asked is shown against what stands there now.
    """
    for row in _repeating(memory) if authority.decision_id is None else ():
        if _says_again(row, memory):
            close(row, ALREADY_SO, now=authority.now)
    for row in _stating(memory) if authority.decision_id is None else ():
        close(row, ALREADY_SO, now=authority.now)
    for row in _about(memory):
        if row.change["type"] == "forget_memory" and row.base_version < memory.version:
            close(row, SAID_SINCE, now=authority.now)
        elif authority.decision_id is None:
            _look_again(row, memory, actor=authority.actor, now=authority.now)


def close_groundless(memory_ids: Collection[UUID], *, authority: WriteAuthority) -> None:
    """Close the questions about these memories, or about merging one of them, that no answer could carry out any more,
    because one is forgotten, or was merged or changed otherwise. Asked as somebody who sees all of them."""
    ids = [str(memory_id) for memory_id in memory_ids]
    about = Proposal.objects.pending().filter(Q(memory_id__in=memory_ids) | Q(change__absorbed_id__in=ids))
    for row in about:
        target = from_json(row.change).locate(BatchSnapshot(actor=authority.actor, now=authority.now))
        if isinstance(target, Refused) and target.reason in (Refusal.NOT_FOUND, Refusal.STALE):
            close(row, GONE if target.reason == Refusal.NOT_FOUND else OTHERWISE, now=authority.now)


def show_anew(memory: Memory, *, actor: Actor, now: datetime) -> None:
    """Show what waits about a memory against what stands there now: an answer was taken back, or somebody changed a
    field unasked."""
    for row in _about(memory):
        _look_again(row, memory, actor=actor, now=now)


def _about(memory: Memory) -> QuerySet[Proposal]:
    """The open questions about a memory, also those that were asked before it was there."""
    place = {"namespace_path": memory.namespace_path, "field": memory.key.removeprefix(FACT_PREFIX)}
    before = Q(memory_id=None, apart=memory.apart, **place)
    return Proposal.objects.pending().filter(Q(memory_id=memory.id) | before)


def _repeating(memory: Memory) -> QuerySet[Proposal]:
    """The open questions whose text may be one that stands already, under another key."""
    place = {"person_id": memory.person_id, "namespace_path": memory.namespace_path}
    return Proposal.objects.pending().filter(**place, memory_id=None, change__may_repeat=True)


def _stating(fact: Memory) -> list[Proposal]:
    """The open questions for a new text that tells what a field holds now, and little else."""
    held = Fact.objects.active().filter(memory=fact).first() if fact.is_fact else None
    if held is None:
        return []
    texts = Proposal.objects.pending().filter(Q(person_id=fact.person_id), change__type="write_memory", old_value="")
    stated = texts.filter(claims__contains=[claim(held.category, held.key, held.value)])
    of_it = [row for row in stated if len({*map(_field, row.claims)}) == 1]
    return [row for row in of_it if adds_little(row.new_value.partition("\n\n")[0], held.value)]


def _field(claimed: str) -> str:
    return claimed.partition("=")[0]


def _says_again(row: Proposal, memory: Memory) -> bool:
    """Whether a question would store again, under a key that was made up, what stands there now (R38)."""
    change = from_json(row.change)
    if not isinstance(change, WriteMemory) or change.repeatable is None:
        return False
    is_alike = (row.category, row.sensitivity_rank) == (memory.category, sensitivity.rank(memory.sensitivity))
    return is_alike and is_repeat(change.draft, memory, sensitivity=memory.sensitivity)


def _look_again(row: Proposal, memory: Memory, *, actor: Actor, now: datetime) -> None:
    change = from_json(row.change)
    target = change.locate(BatchSnapshot(actor=actor, now=now))
    if not isinstance(target, Target) or target.memory is None or target.memory.id != memory.id:
        return
    if change.is_done(target) or has_moved(change, target, row):
        move(change, target, row, now=now)


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
    """Whether the person wrote, or agreed to, one of the versions since; taking an answer back is no word of theirs,
    and what was taken back is none any more."""
    if target.memory is None:
        return False
    since = MemoryVersion.objects.filter(memory=target.memory, number__gt=proposal.base_version)
    rows = History.objects.filter(memory_id=target.memory.id, new_version_id__in=since.values("id"))
    undone = Decision.objects.filter(id=OuterRef("decision_id"))
    undone = undone.filter(Q(verdict=Verdict.WITHDRAW) | Q(withdrawn_at__isnull=False))
    return rows.filter(~Exists(undone), actor_kind=ActorKind.PERSON).exists()
