"""The assistants that had saved memories which the person forgot."""

from collections.abc import Collection, Iterable, Mapping
from uuid import UUID

from django.db.models import F

from interfaces.pages.history.days import REPETITION
from interfaces.pages.history.entries import Entry
from interfaces.pages.texts.actors import Faces
from memories.models import History, Memory
from memories.models.choices import Event
from workspaces.actors import ActorKind


def assistants_that_saved(entries: Iterable[Entry]) -> Mapping[UUID, str]:
    """Return, by the ids of forgotten memories, the names of the assistants that had written their last text on their
    own; two queries, none where few were forgotten."""
    rows = (entry.row for entry in entries if entry.row.actor_kind == ActorKind.PERSON)
    forgotten = {row.memory_id for row in rows if row.event == Event.DELETE and row.memory_id}
    return _names(forgotten) if len(forgotten) >= REPETITION else {}


def _names(memory_ids: Collection[UUID]) -> dict[UUID, str]:
    current = Memory.objects.filter(id__in=memory_ids).values("current_id")
    wrote = History.objects.filter(memory_id__in=memory_ids, new_version_id__in=current)
    wrote = wrote.exclude(old_version_id=F("new_version_id")).order_by("created_at", "id")
    faces = Faces.load()
    return {
        row.memory_id: faces.name(row.actor_label, row.actor_id)
        for row in wrote
        if row.memory_id and row.actor_kind == ActorKind.AGENT and row.decision_id is None
    }
