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
    """A sentence, and the label of the link to the memory; empty where that was erased."""

    told: Promise
    link: Promise | str


def later_changes(proposals: Sequence[Proposal]) -> Mapping[UUID, LaterChange]:
    """By the ids of requests that were agreed to and stored something that is gone, or were refused, or to forget, and
    restored; three queries at most. In the entered scope."""
    return {**_ended(proposals), **_restored(proposals)}


def _restored(proposals: Sequence[Proposal]) -> Mapping[UUID, LaterChange]:
    """Of what was forgotten, or was saved before it was refused, as where an approval was undone first."""
    closed = [row for row in proposals if row.memory_id and (row.state == ProposalState.REJECTED or _forgot(row))]
    about = {row.memory_id for row in closed}
    stored = Memory.objects.filter(state=LifecycleState.ACTIVE, current__isnull=False).select_related("current")
    memories = stored.in_bulk(about) if about else {}
    told = [row for row in closed if _is_back(memories.get(row.memory_id), row)]
    own = History.objects.filter(~caused_by_undo(), event=Event.RESTORE, actor_kind=ActorKind.PERSON)
    rows = own.filter(memory_id__in={row.memory_id for row in told}).order_by("created_at") if told else ()
    last = {row.memory_id: row.created_at for row in rows}
    since = [row for row in told if row.decided_at and row.memory_id in last and last[row.memory_id] > row.decided_at]
    return {row.id: LaterChange(RESTORED, SEE_IT) for row in since}


def _forgot(proposal: Proposal) -> bool:
    return proposal.state in GIVEN and proposal.change["type"] == FORGET


def _is_back(memory: Memory | None, closed: Proposal) -> bool:
    if memory is None or memory.current is None:
        return False
    return _forgot(closed) or states(memory, memory.current.content, closed)


def _ended(proposals: Sequence[Proposal]) -> Mapping[UUID, LaterChange]:
    kept = {row.id: row.memory_id for row in proposals if row.state in GIVEN and row.change["type"] != FORGET}
    stored = Memory.objects.filter(id=OuterRef("memory_id"))
    ends = History.objects.filter(memory_id__in=set(kept.values()) - {None}, event__in=ENDINGS).filter(
        ~Exists(stored.exclude(state=LifecycleState.SOFT_DELETED))
    )
    told = ends.annotate(is_undoing=caused_by_undo(), is_kept=Exists(stored)).order_by("created_at", "id")
    found = {row.memory_id: row for row in told} if any(kept.values()) else {}  # the last of each
    return {one: _gone(found[memory_id]) for one, memory_id in kept.items() if memory_id in found}


def _gone(end: Any) -> LaterChange:
    told = how_it_went(end.event, end.actor_kind, end.meta, is_undoing=end.is_undoing)
    return LaterChange(told, _("View or restore it") if end.is_kept else "")


class LaterInExport(NamedTuple):
    """By the ids of memories: what became of those that are none any more, and when the person last restored others."""

    gone: Mapping[str, Promise]
    restored: Mapping[str, datetime]

    def of_forgotten(self, memory_id: str, decided_at: datetime) -> Promise | None:
        """That what a request forgot was restored; None where it was not."""
        return RESTORED if memory_id in self.restored and self.restored[memory_id] > decided_at else None


def later_in(export: Mapping[str, Any], undoing: Container[str]) -> LaterInExport:
    """The same sentences for an export; `undoing` are the decisions that took another back."""
    states_of = {row["id"]: row["state"] for row in export.get("memories", [])}
    history = sorted(export.get("history", []), key=lambda row: row["created_at"])
    ends = [row for row in history if row["event"] in ENDINGS and states_of.get(row["memory_id"], GONE) == GONE]
    back = [row for row in history if row["event"] == Event.RESTORE and row["actor_kind"] == ActorKind.PERSON]
    return LaterInExport(
        {
            row["memory_id"]: how_it_went(
                row["event"], row["actor_kind"], row["meta"], is_undoing=row["decision_id"] in undoing
            )
            for row in ends
        },
        {
            row["memory_id"]: datetime.fromisoformat(row["created_at"])
            for row in back
            if row["decision_id"] not in undoing and states_of.get(row["memory_id"]) == LifecycleState.ACTIVE
        },
    )


def how_it_went(event: str, actor_kind: str, meta: Mapping[str, Any], *, is_undoing: bool) -> Promise:
    """By the row of history that ended it; `is_undoing`: another answer that had brought it back was undone."""
    if "replaced_by" in meta:
        return REPLACED
    is_own = event == Event.DELETE and actor_kind == ActorKind.PERSON
    return FORGOTTEN if is_own and not is_undoing else NOT_REMEMBERED
