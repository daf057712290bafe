"""What happened after a decision: an approved value that is no longer stored, or a refused one that is stored again."""

from collections.abc import Container, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from consent.models import Proposal
from consent.models.proposal import GIVEN, ProposalState
from consent.proposals.refused import states
from consent.proposals.undone import by_withdrawal
from interfaces.competing_requests import FORGET
from interfaces.pages.texts.change_kinds import SEE_IT
from memories.models import History, Memory
from memories.models.choices import Event, LifecycleState
from workspaces.actors import ActorKind

FORGOTTEN, REPLACED = _("You forgot it since."), _("Another value took its place since.")
RESTORED = _("You restored it since.")
NOT_REMEMBERED = _("It is no longer remembered.")
ENDINGS = (Event.DELETE, Event.TTL)


class LaterChange(NamedTuple):
    """A sentence, and the label of the link to the memory; empty where that was erased."""

    told: Promise
    link: Promise | str


def later_changes(proposals: Sequence[Proposal]) -> Mapping[UUID, LaterChange]:
    """By the ids of requests that were agreed to and stored something that is gone, or were refused and restored; three
    queries at most. In the entered scope."""
    return {**_ended(proposals), **_restored(proposals)}


def _restored(proposals: Sequence[Proposal]) -> Mapping[UUID, LaterChange]:
    """Of what was saved before it was refused, as where an approval was undone first."""
    refused = {row.id: row for row in proposals if row.state == ProposalState.REJECTED and row.memory_id}
    about = {row.memory_id for row in refused.values()}
    stored = Memory.objects.filter(state=LifecycleState.ACTIVE, current__isnull=False).select_related("current")
    memories = stored.in_bulk(about) if about else {}
    told = [row for row in refused.values() if _says(memories.get(row.memory_id), row)]
    own = History.objects.filter(~by_withdrawal(), event=Event.RESTORE, actor_kind=ActorKind.PERSON)
    rows = own.filter(memory_id__in={row.memory_id for row in told}).order_by("created_at") if told else ()
    last = {row.memory_id: row.created_at for row in rows}
    since = [row for row in told if row.decided_at and row.memory_id in last and last[row.memory_id] > row.decided_at]
    return {row.id: LaterChange(RESTORED, SEE_IT) for row in since}


def _says(memory: Memory | None, refused: Proposal) -> bool:
    return memory is not None and memory.current is not None and states(memory, memory.current.content, refused)


def _ended(proposals: Sequence[Proposal]) -> Mapping[UUID, LaterChange]:
    kept = {row.id: row.memory_id for row in proposals if row.state in GIVEN and row.change["type"] != FORGET}
    stored = Memory.objects.filter(id=OuterRef("memory_id"))
    ends = History.objects.filter(memory_id__in=set(kept.values()) - {None}, event__in=ENDINGS).filter(
        ~Exists(stored.exclude(state=LifecycleState.SOFT_DELETED))
    )
    told = ends.annotate(is_undoing=by_withdrawal(), is_kept=Exists(stored)).order_by("created_at", "id")
    found = {row.memory_id: row for row in told} if any(kept.values()) else {}  # the last of each
    return {one: _gone(found[memory_id]) for one, memory_id in kept.items() if memory_id in found}


def _gone(end: Any) -> LaterChange:
    told = how_it_went(end.event, end.actor_kind, end.meta, is_undoing=end.is_undoing)
    return LaterChange(told, _("View or restore it") if end.is_kept else "")


def gone_in(export: Mapping[str, Any], undoing: Container[str]) -> Mapping[str, Promise]:
    """The same sentences for an export, by the ids of memories; `undoing` are the decisions that took another back."""
    kept = {row["id"] for row in export.get("memories", []) if row["state"] != LifecycleState.SOFT_DELETED}
    ends = [row for row in export.get("history", []) if row["event"] in ENDINGS and row["memory_id"] not in kept]
    return {
        row["memory_id"]: how_it_went(
            row["event"], row["actor_kind"], row["meta"], is_undoing=row["decision_id"] in undoing
        )
        for row in sorted(ends, key=lambda row: row["created_at"])
    }


def how_it_went(event: str, actor_kind: str, meta: Mapping[str, Any], *, is_undoing: bool) -> Promise:
    """By the row of history that ended it; `is_undoing`: another answer that had brought it back was undone."""
    if "replaced_by" in meta:
        return REPLACED
    is_own = event == Event.DELETE and actor_kind == ActorKind.PERSON
    return FORGOTTEN if is_own and not is_undoing else NOT_REMEMBERED
