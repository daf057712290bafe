"""Django's query sets among statements that are sent together."""

from collections.abc import Callable, Sequence
from copy import copy
from datetime import UTC, datetime
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable

from workspaces import scope

Row = TypeVar("Row", bound=Model)


class PipelinedQuery(Generic[Row]):
    """A query set that is sent by `scope.fetch_pipelined` beside other statements."""

    def __init__(self, queryset: QuerySet[Row]) -> None:
        self._compiler: Any = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        self.statement = self._compiler.as_sql()

    def models(self, rows: list[tuple[Any, ...]]) -> list[Row]:
        """The fetched rows as Django would have made them, with what `select_related` names."""
        if not rows:
            return []
        compiler = copy(self._compiler)
        compiler.execute_sql = lambda **_: [rows]
        query = SimpleNamespace(get_compiler=lambda **_: compiler)
        source: Any = SimpleNamespace(db=DEFAULT_DB_ALIAS, query=query, _known_related_objects={})
        return list(ModelIterable(source))

    @classmethod
    def recurring(cls, make: Callable[..., QuerySet[Row]], *values: object) -> "PipelinedQuery[Row]":
        """`make(*values)`, compiled once a process, which takes longer than to answer it. In a scope.

        Its text must be the same whatever the values, which it takes as parameters as they are, but for those that are
        None.
        """
        compiled, marks = _compiled(make, tuple(map(type, values)))
        text, given = compiled.statement
        current = dict(zip(marks, (scope.current_workspace_id(), *values), strict=True))
        found = copy(compiled)
        found.statement = (text, tuple(current.get(one, one) for one in given))
        return found


@lru_cache
def _compiled(make: Callable[..., Any], kinds: Sequence[type]) -> tuple[PipelinedQuery[Any], Sequence[Any]]:
    """The query with a mark for each value, and what stands in it for the workspace and for those."""
    marks = [_mark(kind, place) for place, kind in enumerate(kinds, 1)]
    return PipelinedQuery(make(*marks)), [scope.current_workspace_id(), *marks]


def _mark(kind: type, place: int) -> object:
    """What no query holds, and a field takes for a value of that kind."""
    if issubclass(kind, datetime):
        return datetime(1, 1, place, tzinfo=UTC)
    if issubclass(kind, UUID):
        return UUID(int=place)
    if kind is type(None):
        return None
    return f"\ue000{place}" if issubclass(kind, str) else object()
