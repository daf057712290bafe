"""The values of the key-value store (000, LangGraph's store) as memories, and back.

A value is a JSON object. Its text under "content", or else "text", is the memory's content; the other members are
stored in its metadata. A value without such a text is stored whole as compact JSON. So a text is stored once, and the
store sees what a person corrects or has cut out of it.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import BooleanField, F, Func, Q, Value

from memories.models import MemoryVersion

VALUE: Final = "store_value"
TEXT_FIELD: Final = "store_text"
TEXT_FIELDS: Final = ("content", "text")
# The operators of LangGraph's store.
EQUAL: Final = ("$eq", "$ne")
ORDERED: Final = {"$gt": ">", "$gte": ">=", "$lt": "<", "$lte": "<="}
WITHOUT_DOLLAR: Final = frozenset(name.removeprefix("$") for name in (*EQUAL, *ORDERED))


@dataclass(frozen=True, slots=True)
class StoredValue:
    """A value as the content and the metadata of a memory."""

    content: str
    metadata: dict[str, Any]


def to_memory(value: dict[str, Any]) -> StoredValue:
    field = next((name for name in TEXT_FIELDS if _is_text(value.get(name))), "")
    if not field:
        return StoredValue(_compact(value), {VALUE: value})
    rest = {name: inner for name, inner in value.items() if name != field}
    return StoredValue(value[field], {VALUE: rest, TEXT_FIELD: field})


def without_bare_operators(wanted: dict[str, Any]) -> dict[str, Any]:
    """Refuse a filter for members that are named like operators. Raises ValueError."""
    for place, inner in _objects_at(wanted):
        if inner and WITHOUT_DOLLAR.issuperset(inner):
            meant = " and ".join(f"${name}" for name in inner)
            raise ValueError(f"Did you mean {meant}? An operator begins with a dollar sign; see '{place}'.")
    return wanted


def checked_filter(wanted: dict[str, Any]) -> dict[str, Any]:
    """Return the filter if its operators are known. Raises ValueError."""
    without_bare_operators(wanted)
    for inner in (wanted, *_objects_in(wanted)):
        has_operator = any(name.startswith("$") for name in inner)
        if has_operator and (inner is wanted or not _is_comparison(inner)):
            raise ValueError(
                f"A member is compared with {', '.join(EQUAL)} or, with a number, with {', '.join(ORDERED)}: "
                '{"minutes": {"$gte": 20}}.'
            )
    return wanted


def satisfies(wanted: Mapping[str, Any], path: tuple[str, ...] = ()) -> Q:
    """Return a condition for versions whose store value a filter selects: by its members or their comparisons."""
    condition = Q()
    for name, value in wanted.items():
        place = (*path, name)
        if _is_comparison(value):
            condition &= Q(*(_compares(place, operator, bound) for operator, bound in value.items()))
        elif isinstance(value, dict) and any(map(_is_comparison, _objects_in(value))):
            condition &= satisfies(value, place)
        else:
            condition &= holds(_nested(place, value))
    return condition


def _is_comparison(value: object) -> bool:
    """Whether it is an object of operators only; in other objects a name with a dollar is an ordinary name."""
    if not isinstance(value, dict) or not value:
        return False
    return all(name in EQUAL or (name in ORDERED and _is_number(bound)) for name, bound in value.items())


def _objects_in(value: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    return (inner for _place, inner in _objects_at(value))


def _objects_at(value: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the objects below a value, each with its path."""
    for name, inner in value.items():
        if isinstance(inner, dict):
            yield f"{path}{name}", inner
            yield from _objects_at(inner, f"{path}{name}.")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _nested(path: tuple[str, ...], value: Any) -> dict[str, Any]:
    for name in reversed(path):
        value = {name: value}
    return dict(value)


def _compares(path: tuple[str, ...], operator: str, bound: Any) -> Q:
    """Return a condition that compares a member: a text that is a number as a number; others never match."""
    if operator in EQUAL:
        same = holds(_nested(path, bound))
        return same if operator == "$eq" else ~same
    condition = Q()
    for place in ((VALUE,), (VALUE, "metadata"), ()):
        member = "".join(f".{json.dumps(name)}" for name in (*place, *path))
        found = f"strict ${member} ? (@.double() {ORDERED[operator]} {json.dumps(bound)})"
        condition |= Q(_Finds(F("metadata"), Value(found)))
    return condition


class _Finds(Func):
    """Whether a JSON path matches."""

    template, arg_joiner, output_field = "(%(expressions)s)", " @? ", BooleanField()


def holds(member: Mapping[str, Any]) -> Q:
    """Return a condition for versions whose store value, or for other memories whose metadata, has this member."""
    condition = Q()
    for place in ({VALUE: member}, {VALUE: {"metadata": member}}, member):
        condition |= Q(metadata__contains=place)
    for name in TEXT_FIELDS:
        if isinstance(member.get(name), str):
            condition |= Q(content=member[name])
    return condition


def to_value(version: MemoryVersion) -> dict[str, Any]:
    """Return the stored value; for a memory not written by the store, its content and metadata."""
    kept = version.metadata.get(VALUE)
    if not isinstance(kept, dict):
        return {"content": version.content, **({"metadata": version.metadata} if version.metadata else {})}
    if field := version.metadata.get(TEXT_FIELD):
        return {**kept, str(field): version.content}
    return kept if _compact(kept) == version.content else _changed(version.content)


def _changed(content: str) -> dict[str, Any]:
    """Return a value stored in the content alone, which a person has rewritten."""
    try:
        value = json.loads(content)
    except ValueError:
        value = None
    return value if isinstance(value, dict) else {"content": content}


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _compact(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
