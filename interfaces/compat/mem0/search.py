from collections.abc import Iterator
from typing import Any

from pydantic import Field
from rest_framework.response import Response

from conversations.models.turn import CATEGORY as TURN_CATEGORY
from interfaces.compat.mem0.filters import names_users_only, users_named
from interfaces.compat.mem0.identity import COLUMNS, marked, shared_namespace
from interfaces.compat.mem0.memories import selected
from interfaces.compat.mem0.requests import Wanted
from interfaces.compat.mem0.shown import Shown, shown_all
from interfaces.compat.mem0.views import Mem0View
from interfaces.rest.operation import operation
from interfaces.rest.parsing import parse
from interfaces.rest.problems import Invalid
from memories import limits
from retrieval.answers import Item
from retrieval.query import memory_query
from retrieval.requests import KINDS, QueryRequest
from workspaces.namespaces import to_path

MEMORIES_ONLY = tuple(kind for kind in KINDS if kind != "turn")
NO_ENTITY = "Say whose memories: name a user_id, or an agent_id, app_id or run_id of memories without a user."


class SearchRequest(Wanted):
    query: str = Field(min_length=1, pattern=r"\S", max_length=limits.QUERY_CHARACTERS)
    top_k: int = Field(default=10, ge=1, le=limits.TOP_K_MAX)
    threshold: float | None = Field(default=None, ge=0.0, le=1.0, allow_inf_nan=False)


class Search(Mem0View):
    @operation("mem0_search", is_read=True)
    def post(self, body: SearchRequest) -> Response:
        """Memories, best first; messages too, where only users are requested."""
        filters = body.all_filters()
        with_turns = names_users_only(filters)
        items = [item for place in self._places(filters) for item in self._found(body, place, with_turns)]
        best = sorted(items, key=lambda item: item.score, reverse=True)
        return Response({"results": self._shown(best, filters)[: body.top_k]})

    def _places(self, filters: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Return where to search: at each named person, or in one shared namespace (R1). Raises Invalid."""
        names = users_named(filters)
        if len(names) > limits.SEARCHED_PEOPLE:
            raise _wrong(f"A search is about at most {limits.SEARCHED_PEOPLE} users.")
        if names:
            with self.scope():
                people = self.people(names)
            yield from ({"user_id": person_id} for person_id in people.values())
            return
        marks = marked(_flat(filters))
        if not marks.keys() & COLUMNS.keys():
            raise _wrong(NO_ENTITY)
        name = next(name for name in COLUMNS if name in marks)
        yield {"scope": to_path(shared_namespace(name, str(marks[name])))}

    def _found(self, body: SearchRequest, place: dict[str, Any], with_turns: bool) -> tuple[Item, ...]:
        # Other conditions are applied afterwards, so that as many results as possible remain.
        size = body.top_k if with_turns else limits.TOP_K_MAX
        values = {"query": body.query, "top_k": size, "threshold": body.threshold, **place}
        request = parse(QueryRequest, values | ({} if with_turns else {"kinds": MEMORIES_ONLY}))
        return memory_query(request, actor=self.actor, now=self.now).items

    def _shown(self, items: list[Item], filters: dict[str, Any]) -> list[Shown]:
        ids = [item.id for item in items if item.kind != "turn"]
        with self.scope():
            by_id = {each["id"]: each for each in shown_all(self, selected(self, filters).filter(id__in=ids))}
        found = ((item, _turn(item) if item.kind == "turn" else by_id.get(str(item.id))) for item in items)
        return [each | {"score": item.score} for item, each in found if each is not None]


def _turn(item: Item) -> Shown:
    """Return a message. It is no memory yet, so it has no memory id."""
    assert item.source is not None
    said = {"kind": "turn", "role": item.source.role, "session_id": str(item.source.session_id)}
    return {
        "id": str(item.id),
        "memory": item.content,
        "metadata": said,
        "categories": [TURN_CATEGORY],
        "created_at": item.created_at,
        "updated_at": item.updated_at,
    }


def _flat(filters: Any) -> dict[str, Any]:
    """Return the conditions that must all hold, as one mapping; none of those under OR and NOT."""
    if isinstance(filters, list):
        return {name: value for each in filters for name, value in _flat(each).items()}
    if not isinstance(filters, dict):
        return {}
    inner: Any = next((value for name, value in filters.items() if name.upper() == "AND"), [])
    return {name: value for name, value in filters.items() if isinstance(value, str)} | _flat(inner)


def _wrong(detail: str) -> Invalid:
    return Invalid([{"field": "filters", "code": "invalid", "detail": detail}])
