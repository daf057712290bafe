"""Putting statements together from named parts: values stay parameters, fragments are spliced in."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import Formatter
from typing import Any
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet

from workspaces import round_trip, scope


@dataclass(frozen=True, slots=True)
class Sql:
    """A piece of SQL with the values of its placeholders, in order."""

    text: str
    params: tuple[Any, ...] = ()


NOTHING = Sql("SELECT NULL::uuid AS id WHERE false")


def compose(template: str, **parts: object) -> Sql:
    """Fill the `{names}` of a template: with SQL where the part is one, else with a parameter."""
    text: list[str] = []
    params: list[Any] = []
    for literal, name in _pieces(template):
        text.append(literal)
        if name is not None:
            part = parts[name]
            part = part if isinstance(part, Sql) else Sql("%s", (part,))
            text.append(part.text)
            params.extend(part.params)
    return Sql("".join(text), tuple(params))


def constant(value: UUID | int | None) -> Sql:
    """A value within the text: for what plans depend on, and for what a statement names many times."""
    return Sql("NULL" if value is None else f"'{value}'::uuid" if isinstance(value, UUID) else str(int(value)))


def uuids(values: Iterable[UUID | None]) -> Sql:
    """An array, as the text that it is sent as: the driver would take each value apart."""
    return Sql("%s::uuid[]", (f"{{{','.join(str(value or 'NULL') for value in values)}}}",))


@lru_cache
def _pieces(template: str) -> tuple[tuple[str, str | None], ...]:
    return tuple((literal, name) for literal, name, _, _ in Formatter().parse(template))


def written_out(statement: Sql, *, but: Collection[Any]) -> Sql:
    """The statement with its values in the text, but for those in `but`: quoted once, not for every request."""
    pieces = statement.text.split("%s")
    text, params = [pieces[0]], []
    for value, piece in zip(statement.params, pieces[1:], strict=True):
        if value.__hash__ and value in but:
            params.append(value)
            text.append("%s")
        else:
            text.append(_literal(value).replace("%", "%%"))
        text.append(piece)
    return Sql("".join(text), tuple(params))


def filled(statement: Sql, values: Mapping[Any, Any]) -> Sql:
    """The statement with the values that its own, which are keys of `values`, stand for."""
    return Sql(statement.text, tuple(values[value] for value in statement.params))


def _literal(value: Any) -> str:
    with connection.cursor() as cursor:
        return str(cursor.mogrify("%s", (value,)))


def join(separator: str, parts: Sequence[Sql]) -> Sql:
    return Sql(separator.join(part.text for part in parts), tuple(p for part in parts for p in part.params))


def select_of(rows: QuerySet[Any]) -> Sql:
    """A queryset's SELECT; one of no rows where none can match."""
    try:
        text, params = rows.query.sql_with_params()
    except EmptyResultSet:
        return NOTHING
    return Sql(text, tuple(params))


def ids_of(rows: QuerySet[Any]) -> Sql:
    """The SELECT of a queryset's ids, for use inside a larger statement."""
    return select_of(rows.order_by().values("id"))


def condition_of(rows: QuerySet[Any]) -> Sql:
    """A queryset's WHERE alone; its columns are qualified by the model's table name."""
    compiler = rows.query.get_compiler(connection=connection)
    try:
        text, params = compiler.compile(rows.query.where)
    except EmptyResultSet:
        return Sql("false")
    return Sql(text or "true", tuple(params))


def fetch(statement: Sql) -> list[tuple[Any, ...]]:
    """The rows of one SELECT, planned for its very values."""
    return fetch_each([statement], is_recurring=False)[0]


def fetch_each(
    statements: Sequence[Sql],
    *,
    settings: Mapping[str, str] = round_trip.NO_SETTINGS,
    is_recurring: bool = True,
    meanwhile: Callable[[], object] | None = None,
) -> list[list[tuple[Any, ...]]]:
    """The rows of each statement, all sent in one round trip; see `scope.fetch_pipelined`."""
    if not statements:
        return []
    sent = [(statement.text, statement.params) for statement in statements]
    return scope.fetch_pipelined(sent, settings=settings, is_recurring=is_recurring, meanwhile=meanwhile)
