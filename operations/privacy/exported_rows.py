"""Rows of an export as rows of this database: the same columns, in the entered workspace or a named one."""

from collections.abc import Iterable
from typing import Any, TypeVar

from django.db.models import GeneratedField, Model

Row = TypeVar("Row", bound=Model)


def row_of(model: type[Row], exported: dict[str, Any], **others: Any) -> Row:
    """An unsaved row, whatever workspace the export names. Raises ValidationError for a value that is none of its
    column."""
    columns = {one.attname: one for one in model._meta.concrete_fields if not isinstance(one, GeneratedField)}
    del columns["workspace_id"]
    known = {name: columns[name].to_python(value) for name, value in exported.items() if name in columns}
    return model(**known | others)


def rows_of(model: type[Row], exported: Iterable[dict[str, Any]]) -> list[Row]:
    return [row_of(model, one) for one in exported]
