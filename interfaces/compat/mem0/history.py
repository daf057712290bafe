from uuid import UUID

from rest_framework.response import Response

from interfaces.compat.mem0.shown import Shown
from interfaces.compat.mem0.views import Mem0View
from interfaces.rest.operation import operation
from interfaces.rest.problems import NotFound
from memories import limits
from memories.models import History, Memory, MemoryVersion
from memories.models.choices import Event


class MemoryHistory(Mem0View):
    @operation("mem0_history")
    def get(self, memory_id: UUID) -> Response:
        """Return the history, oldest first; texts as far as the caller may read them now."""
        with self.scope():
            events = History.objects.authorized_for(self.actor, now=self.now).filter(memory_id=memory_id)
            rows = list(events.order_by("-created_at", "-id")[: limits.LIST_ITEMS])
            if not rows:
                raise NotFound
            readable = Memory.objects.readable_by(self.actor, now=self.now).filter(id=memory_id)
            versions = MemoryVersion.objects.filter(memory__in=readable)
            texts = dict(versions.authorized_when_written(self.actor, now=self.now).values_list("id", "content"))
            names = self.names({row.person_id for row in rows if row.person_id})
        return Response([_event(row, texts, names) for row in reversed(rows)])


def _event(row: History, texts: dict[UUID, str], names: dict[UUID, str]) -> Shown:
    return {
        "id": str(row.id),
        "memory_id": str(row.memory_id),
        "event": row.event,
        "old_memory": texts.get(row.old_version_id) if row.old_version_id else None,
        "new_memory": texts.get(row.new_version_id) if row.new_version_id else None,
        "user_id": names.get(row.person_id) if row.person_id else None,
        "actor_id": row.actor_label,
        "is_deleted": row.event == Event.DELETE,
        "created_at": row.created_at,
        "updated_at": row.created_at,
    }
