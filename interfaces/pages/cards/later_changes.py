"""What happened after a decision: an approved value that is no longer stored, or a refused or forgotten one that is
stored again."""

from collections.abc import Container, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from consent.models import Proposal
from consent.models.proposal import GIVEN, ProposalState
from consent.proposals.refused_values import states
from consent.proposals.undone_decisions import caused_by_undo
from interfaces.competing_requests import FORGET
from interfaces.pages.texts.change_kinds import SEE_IT
from memories.models import History, Memory
from memories.models.choices import Event, LifecycleState
from workspaces.actors import ActorKind

FORGOTTEN, REPLACED = _("You forgot it since."), _("Another value took its place since.")
RESTORED = _("You restored it since.")
NOT_REMEMBERED = _("It is no longer remembered.")
GONE = LifecycleState.SOFT_DELETED
ENDINGS = (Event.DELETE, Event.TTL)


class LaterChange(NamedTuple):
    """A sentence, and the label of the link to the memory; the label is empty where the memory was erased."""

    sentence: Promise
    link: Promise | str


def later_changes(proposals: Sequence[Proposal]) -> Mapping[UUID, LaterChange]:
    """Return later changes by request id: of approved requests whose memory is gone, and of refused or forget requests
    whose memory was restored. Three queries at most; runs in the entered scope."""
    return {**_ended(proposals), **_restored(proposals)}


def _restored(proposals: Sequence[Proposal]) -> Mapping[UUID, LaterChange]:
    """Find restored memories that were forgotten, or that were saved before the request was refused (an approval may be
    undone first)."""
    closed = [row for row in proposals if row.memory_id and (row.state == ProposalState.REJECTED or _forgot(row))]
    about = {row.memory_id for row in closed}
    stored = Memory.objects.filter(state=LifecycleState.ACTIVE, current__isnull=False).select_related("current")
    memories = stored.in_bulk(about) if about else {}
    active = [row for row in closed if _is_restored(memories.get(row.memory_id), row)]
    own = History.objects.filter(~caused_by_undo(), event=Event.RESTORE, actor_kind=ActorKind.PERSON)
    rows = own.filter(memory_id__in={row.memory_id for row in active}).order_by("created_at") if active else ()
    last = {row.memory_id: row.created_at for row in rows}
    later = [row for row in active if row.decided_at and row.memory_id in last and last[row.memory_id] > row.decided_at]
    return {row.id: LaterChange(RESTORED, SEE_IT) for row in later}


def _forgot(proposal: Proposal) -> bool:
    return proposal.state in GIVEN and proposal.change["type"] == FORGET


def _is_restored(memory: Memory | None, closed: Proposal) -> bool:
    if memory is None or memory.current is None:
        return False
    return _forgot(closed) or states(memory, memory.current.content, closed)


def _ended(proposals: Sequence[Proposal]) -> Mapping[UUID, LaterChange]:
    saved = {row.id: row.memory_id for row in proposals if row.state in GIVEN and row.change["type"] != FORGET}
    stored = Memory.objects.filter(id=OuterRef("memory_id"))
    ends = History.objects.filter(memory_id__in=set(saved.values()) - {None}, event__in=ENDINGS).filter(
        ~Exists(stored.exclude(state=LifecycleState.SOFT_DELETED))
    )
    rows = ends.annotate(is_undoing=caused_by_undo(), is_stored=Exists(stored)).order_by("created_at", "id")
    found = {row.memory_id: row for row in rows} if any(saved.values()) else {}  # the last of each
    return {one: _ending(found[memory_id]) for one, memory_id in saved.items() if memory_id in found}


def _ending(end: Any) -> LaterChange:
    sentence = ending_of(end.event, end.actor_kind, end.meta, is_undoing=end.is_undoing)
    return LaterChange(sentence, _("View or restore it") if end.is_stored else "")


class LaterInExport(NamedTuple):
    """By memory id: how missing memories ended, and when the person last restored the others."""

    gone: Mapping[str, Promise]
    restored: Mapping[str, datetime]

    def of_forgotten(self, memory_id: str, decided_at: datetime) -> Promise | None:
        """Return the sentence that a forgotten memory was restored; None where it was not."""
        return RESTORED if memory_id in self.restored and self.restored[memory_id] > decided_at else None


def later_in(export: Mapping[str, Any], undoing: Container[str]) -> LaterInExport:
    """Return the same sentences for an export; `undoing` are the ids of decisions that undid another."""
    states_of = {row["id"]: row["state"] for row in export.get("memories", [])}
    history = sorted(export.get("history", []), key=lambda row: row["created_at"])
    ends = [row for row in history if row["event"] in ENDINGS and states_of.get(row["memory_id"], GONE) == GONE]
    restored = [row for row in history if row["event"] == Event.RESTORE and row["actor_kind"] == ActorKind.PERSON]
    return LaterInExport(
        {
            row["memory_id"]: ending_of(
                row["event"], row["actor_kind"], row["meta"], is_undoing=row["decision_id"] in undoing
            )
            for row in ends
        },
        {
            row["memory_id"]: datetime.fromisoformat(row["created_at"])
            for row in restored
            if row["decision_id"] not in undoing and states_of.get(row["memory_id"]) == LifecycleState.ACTIVE
        },
    )


def ending_of(event: str, actor_kind: str, meta: Mapping[str, Any], *, is_undoing: bool) -> Promise:
    """Return the sentence for the history row that ended a memory. `is_undoing`: the row undid the answer that had
    restored it."""
    if "replaced_by" in meta:
        return REPLACED
    is_own = event == Event.DELETE and actor_kind == ActorKind.PERSON
    return FORGOTTEN if is_own and not is_undoing else NOT_REMEMBERED
