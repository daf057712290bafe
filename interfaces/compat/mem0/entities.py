from typing import Any

from django.db.models import Count, Max, Min
from rest_framework.response import Response

from interfaces.compat.mem0.forgetting import forget_all
from interfaces.compat.mem0.identity import COLUMNS
from interfaces.compat.mem0.memories import selected
from interfaces.compat.mem0.views import Mem0View
from interfaces.rest.operation import operation
from interfaces.rest.problems import NotFound
from memories.limits import LIST_ITEMS
from memories.models import Memory

USER = "user"
TYPES = (USER, *(name.removesuffix("_id") for name in COLUMNS))


class Entities(Mem0View):
    @operation("mem0_entities")
    def get(self) -> Response:
        """Users, agents, apps and runs with memories: of each type the last changed ones."""
        with self.scope():
            found = [entity for kind in TYPES for entity in self._of_type(kind)]
        return Response({"count": len(found), "next": None, "previous": None, "results": found})

    def _of_type(self, kind: str) -> list[dict[str, Any]]:
        column = "person_id" if kind == USER else COLUMNS[f"{kind}_id"]
        nobody = {"person_id": None} if kind == USER else {column: ""}
        rows = Memory.objects.visible_to(self.actor, now=self.now).surfacing().exclude(**nobody).values(column)
        counted = rows.annotate(total=Count("id"), first=Min("created_at"), last=Max("updated_at")).order_by("-last")
        found = list(counted[:LIST_ITEMS])
        names = self.names({row[column] for row in found}) if kind == USER else {}
        return [
            {
                "id": str(row[column]),
                "name": names.get(row[column], row[column]),
                "type": kind,
                "total_memories": row["total"],
                "created_at": row["first"],
                "updated_at": row["last"],
            }
            for row in found
        ]


class OneEntity(Mem0View):
    @operation("mem0_forget_entity")
    def delete(self, kind: str, name: str) -> Response:
        """Forget all memories of one. The person is kept: only they, or their workspace's owner, can erase them."""
        if kind not in TYPES:
            raise NotFound
        with self.scope():
            rows = selected(self, {f"{kind}_id": {"in": [name]} if kind == USER else {"eq": name}})
            if not rows.exists():
                raise NotFound
        return forget_all(self, rows)
