"""Composes statements from named parts: values stay parameters, fragments are spliced in."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any, NamedTuple
from uuid import UUID

from django.core.exceptions import EmptyResultSet, FullResultSet
from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.expressions import BaseExpression

from workspaces import scope
from workspaces.wire import Rows


class Sql(NamedTuple):
    """A piece of SQL with the values of its placeholders, in order."""

    text: str
    params: tuple[Any, ...] = ()


NOTHING = Sql("SELECT NULL::uuid AS id WHERE false")


def compose(template: str, **parts: object) -> Sql:
    """Fill the `{names}` of a template: with SQL if the part is SQL, else with a parameter."""
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
    """Return a value as a literal: for values that plans depend on, or that a statement names many times."""
    return Sql("NULL" if value is None else f"'{value}'::uuid" if isinstance(value, UUID) else str(int(value)))


def uuids(values: Iterable[UUID | None]) -> Sql:
    """Return an array as text, since the driver would adapt each value separately."""
    return Sql("%s::uuid[]", (f"{{{','.join(str(value or 'NULL') for value in values)}}}",))


@lru_cache
def _pieces(template: str) -> tuple[tuple[str, str | None], ...]:
    return tuple((literal, name) for literal, name, _, _ in Formatter().parse(template))


def inline_values(statement: Sql, *, keep: Collection[Any]) -> Sql:
    """Return the statement with its values as literals, except those in `keep`: quoted once, not for every request."""
    pieces = statement.text.split("%s")
    text, params = [pieces[0]], []
    for value, piece in zip(statement.params, pieces[1:], strict=True):
        if value.__hash__ and value in keep:
            params.append(value)
            text.append("%s")
        else:
            text.append(_literal(value).replace("%", "%%"))
        text.append(piece)
    return Sql("".join(text), tuple(params))


def bind(statement: Sql, values: Mapping[Any, Any]) -> Sql:
    """Return the statement with each placeholder's value; its parameters are keys of `values`."""
    return Sql(statement.text, tuple(values[value] for value in statement.params))


def _literal(value: Any) -> str:
    with connection.cursor() as cursor:
        return str(cursor.mogrify("%s", (value,)))


def join(separator: str, parts: Sequence[Sql]) -> Sql:
    return Sql(separator.join(part.text for part in parts), tuple(p for part in parts for p in part.params))


def select_of(rows: QuerySet[Any]) -> Sql:
    """Return a queryset's SELECT; one without rows if none can match."""
    try:
        text, params = rows.query.sql_with_params()
    except EmptyResultSet:
        return NOTHING
    return Sql(text, tuple(params))


def ids_of(rows: QuerySet[Any]) -> Sql:
    """Return the SELECT of a queryset's ids, for use inside a larger statement."""
    return select_of(rows.order_by().values("id"))


def condition_of(rows: QuerySet[Any]) -> Sql:
    """Return a queryset's WHERE; its columns are qualified by the model's table name."""
    compiler = rows.query.get_compiler(connection=connection)
    try:
        text, params = compiler.compile(rows.query.where)
    except EmptyResultSet:
        return Sql("false")
    except FullResultSet:
        return Sql("true")
    return Sql(text, tuple(params))


def expression_of(model: type[Model], expression: BaseExpression) -> Sql:
    """Return an expression on one row of a model; its columns are qualified by the model's table name."""
    query = model._default_manager.annotate(value=expression).query
    text, params = query.get_compiler(connection=connection).compile(query.annotations["value"])
    return Sql(text, tuple(params))


def fetch(statement: Sql) -> list[tuple[Any, ...]]:
    """Return the rows of one SELECT, planned for its values."""
    return scope.fetch_pipelined([statement], is_recurring=False)[0]


def fetch_named(statements: Mapping[str, Sql | None], *, is_recurring: bool = True) -> dict[str, Rows]:
    """Return the rows of each statement, all sent in one round trip; none for a missing statement."""
    sent = [statement for statement in statements.values() if statement is not None]
    found = iter(scope.fetch_pipelined(sent, is_recurring=is_recurring) if sent else ())
    return {name: [] if statement is None else next(found) for name, statement in statements.items()}
