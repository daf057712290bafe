"""Handles proposals whose base has changed: rebases them if they still make sense, else closes them as stale."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_noop

from consent.changes import Change, WriteMemory, from_json
from consent.changes.proposable import FACT_PREFIX
from consent.detection.values import claim
from consent.detection.withholding import update_withheld_values
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
CHANGED_BY_PERSON = gettext_noop("The person has changed it since, and their word is newer than the question.")
OTHER_MEMORY_CHANGED = gettext_noop("One of the two memories was changed meanwhile.")
ALREADY_SO = gettext_noop("It is so already.")


def has_moved(change: Change, target: Target, proposal: Proposal) -> bool:
    """Whether it would now be shown differently."""
    if change.ignores_versions:
        return False
    described = change.describe(target)
    shown = (proposal.base_version, proposal.old_value, proposal.new_value)
    return (target.base_version, described.old, described.new) != shown


def move(change: Change, target: Target, proposal: Proposal, *, now: datetime) -> NotPending:
    """Rebase the proposal on the stored memory, or close it; return the error for the actor who tried to decide it."""
    if change.is_done(target):
        return close(proposal, ALREADY_SO, now=now)
    if _was_changed_by_person(target, proposal):
        return close(proposal, CHANGED_BY_PERSON, now=now)
    rebase(change, target, proposal)
    return settled(proposal)


def close(proposal: Proposal, because: str, *, now: datetime) -> NotPending:
    """Close a proposal that no longer makes sense."""
    pending = Proposal.objects.pending().filter(id=proposal.id)
    if pending.update(state=ProposalState.STALE, decided_at=now, closed_because=because):
        update_withheld_values(proposal)
        Notice.objects.create(proposal=proposal, kind=NoticeKind.CLOSED, state=ProposalState.STALE, created_at=now)
    return settled(proposal)


def close_answered(memory: Memory, *, authority: WriteAuthority) -> None:
    """Close the questions about a memory that the person's own write answers, and rebase the others.

    These are requests to forget the text that it has replaced, and, unless the write was an answer, requests for what
    is stored now or for something older than the write.
    """
    for row in _repeating(memory) if authority.decision_id is None else ():
        if _is_repeat_of(row, memory):
            close(row, ALREADY_SO, now=authority.now)
    for row in _stating(memory) if authority.decision_id is None else ():
        close(row, ALREADY_SO, now=authority.now)
    for row in _about(memory):
        if row.change["type"] == "forget_memory" and row.base_version < memory.version:
            close(row, CHANGED_BY_PERSON, now=authority.now)
        elif authority.decision_id is None:
            _refresh(row, memory, actor=authority.actor, now=authority.now)


def close_inapplicable(memory_ids: Collection[UUID], *, authority: WriteAuthority) -> None:
    """Close the questions about these memories, or about merging one of them, that could no longer be applied because
    one is forgotten, merged or changed. The actor must see all of them."""
    ids = [str(memory_id) for memory_id in memory_ids]
    about = Proposal.objects.pending().filter(Q(memory_id__in=memory_ids) | Q(change__absorbed_id__in=ids))
    for row in about:
        target = from_json(row.change).locate(BatchSnapshot(actor=authority.actor, now=authority.now))
        if isinstance(target, Refused) and target.reason in (Refusal.NOT_FOUND, Refusal.STALE):
            close(row, GONE if target.reason == Refusal.NOT_FOUND else OTHER_MEMORY_CHANGED, now=authority.now)


def refresh_questions(memory: Memory, *, actor: Actor, now: datetime) -> None:
    """Rebase the open questions about a memory after an answer was withdrawn or a field changed without a question."""
    for row in _about(memory):
        _refresh(row, memory, actor=actor, now=now)


def _about(memory: Memory) -> QuerySet[Proposal]:
    """Return the open questions about a memory, also those asked before it existed."""
    place = {"namespace_path": memory.namespace_path, "field": memory.key.removeprefix(FACT_PREFIX)}
    before = Q(memory_id=None, apart=memory.apart, **place)
    return Proposal.objects.pending().filter(Q(memory_id=memory.id) | before)


def _repeating(memory: Memory) -> QuerySet[Proposal]:
    """Return the open questions whose text may be stored already, under another key."""
    place = {"person_id": memory.person_id, "namespace_path": memory.namespace_path}
    return Proposal.objects.pending().filter(**place, memory_id=None, change__may_repeat=True)


def _stating(fact: Memory) -> list[Proposal]:
    """Return the open questions for a new text that states a field's stored value and little else."""
    held = Fact.objects.active().filter(memory=fact).first() if fact.is_fact else None
    if held is None:
        return []
    texts = Proposal.objects.pending().filter(Q(person_id=fact.person_id), change__type="write_memory", old_value="")
    stated = texts.filter(claims__contains=[claim(held.category, held.key, held.value)])
    of_it = [row for row in stated if len({*map(_field, row.claims)}) == 1]
    return [row for row in of_it if adds_little(row.new_value.partition("\n\n")[0], held.value)]


def _field(claimed: str) -> str:
    return claimed.partition("=")[0]


def _is_repeat_of(row: Proposal, memory: Memory) -> bool:
    """Whether a question would store the memory's text again, under a generated key (R38)."""
    change = from_json(row.change)
    if not isinstance(change, WriteMemory) or change.repeatable is None:
        return False
    is_alike = (row.category, row.sensitivity_rank) == (memory.category, sensitivity.rank(memory.sensitivity))
    return is_alike and is_repeat(change.draft, memory, sensitivity=memory.sensitivity)


def _refresh(row: Proposal, memory: Memory, *, actor: Actor, now: datetime) -> None:
    change = from_json(row.change)
    target = change.locate(BatchSnapshot(actor=actor, now=now))
    if not isinstance(target, Target) or target.memory is None or target.memory.id != memory.id:
        return
    if change.is_done(target) or has_moved(change, target, row):
        move(change, target, row, now=now)


def settled(proposal: Proposal) -> NotPending:
    """Return why a proposal could not be claimed."""
    if Proposal.objects.overdue().filter(id=proposal.id).exists():
        return NotPending(ProposalState.EXPIRED)
    state, shown_hash = Proposal.objects.values_list("state", "shown_hash").get(id=proposal.id)
    return NotShown(shown_hash) if state == ProposalState.PENDING else NotPending(state)


def rebase(change: Change, target: Target, proposal: Proposal, **changes: object) -> bool:
    """Rebase a proposal on the stored memory, under a new hash; return whether it was unchanged since it was read."""
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


def _was_changed_by_person(target: Target, proposal: Proposal) -> bool:
    """Whether the person wrote or approved one of the versions since; undone decisions and undoing itself do not
    count."""
    if target.memory is None:
        return False
    since = MemoryVersion.objects.filter(memory=target.memory, number__gt=proposal.base_version)
    rows = History.objects.filter(memory_id=target.memory.id, new_version_id__in=since.values("id"))
    undone = Decision.objects.filter(id=OuterRef("decision_id"))
    undone = undone.filter(Q(verdict=Verdict.WITHDRAW) | Q(withdrawn_at__isnull=False))
    return rows.filter(~Exists(undone), actor_kind=ActorKind.PERSON).exists()
