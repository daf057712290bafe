"""What became of what an answer had saved, where it is remembered no longer."""

from collections.abc import Container, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from consent.models import Proposal
from consent.models.proposal import GIVEN
from consent.proposals.undone import by_withdrawal
from interfaces.competing import FORGET
from memories.models import History, Memory
from memories.models.choices import Event, LifecycleState
from workspaces.actors import ActorKind

FORGOTTEN, REPLACED = _("You forgot it since."), _("Another value took its place since.")
NOT_REMEMBERED = _("It is no longer remembered.")
ENDINGS = (Event.DELETE, Event.TTL)


class Gone(NamedTuple):
    """A sentence, and the label of the link to the memory; empty where that was erased."""

    told: Promise
    link: Promise | str


def gone_since(proposals: Sequence[Proposal]) -> Mapping[UUID, Gone]:
    """By the ids of requests that were agreed to and stored something which is gone; one query where any may be. In the
    entered scope."""
    kept = {row.id: row.memory_id for row in proposals if row.state in GIVEN and row.change["type"] != FORGET}
    stored = Memory.objects.filter(id=OuterRef("memory_id"))
    ends = History.objects.filter(memory_id__in=set(kept.values()) - {None}, event__in=ENDINGS).filter(
        ~Exists(stored.exclude(state=LifecycleState.SOFT_DELETED))
    )
    told = ends.annotate(is_undoing=by_withdrawal(), is_kept=Exists(stored)).order_by("created_at", "id")
    found = {row.memory_id: row for row in told} if any(kept.values()) else {}  # the last of each
    return {one: _gone(found[memory_id]) for one, memory_id in kept.items() if memory_id in found}


def _gone(end: Any) -> Gone:
    told = how_it_went(end.event, end.actor_kind, end.meta, is_undoing=end.is_undoing)
    return Gone(told, _("View or restore it") if end.is_kept else "")


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
