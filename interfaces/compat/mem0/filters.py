"""mem0's filters: AND, OR, NOT and comparisons over a memory's entities, times, categories and metadata."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import and_, or_
from typing import Any
from uuid import UUID

from django.db.models import JSONField, Q, Value, lookups
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from pydantic import TypeAdapter, ValidationError

from interfaces.compat.mem0.identity import COLUMNS
from interfaces.rest.problems import Invalid
from interfaces.rest.schemas import Timestamp
from memories.limits import FILTER_CONDITIONS

ANY = "*"
COMBINING = ("AND", "OR", "NOT")
USER = "user_id"
TIMES = ("created_at", "updated_at")
COMPARED = {
    "gt": lookups.GreaterThan,
    "gte": lookups.GreaterThanOrEqual,
    "lt": lookups.LessThan,
    "lte": lookups.LessThanOrEqual,
}
CONTAINING = {"contains": lookups.Contains, "icontains": lookups.IContains}
OPERATORS = {"eq", "ne", "in", "nin", *CONTAINING, *COMPARED}
METADATA = "current__metadata"
_times: TypeAdapter[Any] = TypeAdapter(Timestamp)
_ids: TypeAdapter[list[UUID]] = TypeAdapter(list[UUID])


@dataclass(frozen=True, slots=True)
class Filter:
    """`filters` of a request; `people` are those it names, as far as the caller may read about them.

    A name unknown to the caller selects nothing.
    """

    filters: Mapping[str, Any]
    people: Mapping[str, UUID]

    def condition(self) -> Q:
        """Return the condition on `Memory`. Raises Invalid."""
        return self._all_of(self.filters)

    def _all_of(self, filters: Any) -> Q:
        if not isinstance(filters, Mapping):
            raise _wrong("A filter is an object.")
        return reduce(and_, (self._one(name, wanted) for name, wanted in filters.items()), Q())

    def _one(self, name: str, wanted: Any) -> Q:
        match name.upper():
            case "AND":
                return reduce(and_, map(self._all_of, _listed(wanted)), Q())
            case "OR":
                return reduce(or_, map(self._all_of, _listed(wanted)), Q())
            case "NOT":
                return reduce(and_, (~self._all_of(each) for each in _listed(wanted)), Q())
        if not _is_comparison(wanted):
            return self._compare(name, "in" if isinstance(wanted, list) else "eq", wanted)
        return reduce(and_, (self._compare(name, operator, value) for operator, value in wanted.items()), Q())

    def _compare(self, name: str, operator: str, wanted: Any) -> Q:
        if operator in ("ne", "nin"):
            return ~self._compare(name, "eq" if operator == "ne" else "in", wanted)
        if name == USER:
            return self._of_user(operator, wanted)
        if name in COLUMNS:
            return _of_text(COLUMNS[name], operator, wanted)
        if name in TIMES:
            return _of_time(name, operator, wanted)
        special = SPECIAL.get(name)
        return special(operator, wanted) if special else _of_metadata(name, operator, wanted)

    def _of_user(self, operator: str, wanted: Any) -> Q:
        if wanted == ANY:
            return Q(person_id__isnull=False)
        names = _listed(wanted) if operator == "in" else [wanted]
        if operator not in ("eq", "in"):
            raise _wrong(f"user_id takes no '{operator}'.")
        return Q(person_id__in=[self.people[name] for name in names if name in self.people])


def users_named(filters: Any) -> set[str]:
    """Return the users that filters name, without negated ones. Raises Invalid where there are too many conditions."""
    conditions = list(islice(_conditions(filters), FILTER_CONDITIONS + 1))
    if len(conditions) > FILTER_CONDITIONS:
        raise _wrong(f"At most {FILTER_CONDITIONS} conditions.")
    return {
        text for name, wanted, is_negated in conditions if name == USER and not is_negated for text in _texts(wanted)
    }


def _conditions(filters: Any, is_negated: bool = False) -> Iterator[tuple[str, Any, bool]]:
    """Yield each name with its condition, and whether that is under a NOT."""
    if isinstance(filters, list):
        for each in filters:
            yield from _conditions(each, is_negated)
    elif isinstance(filters, Mapping):
        for name, wanted in filters.items():
            if name.upper() in COMBINING:
                yield from _conditions(wanted, is_negated or name.upper() == "NOT")
            else:
                yield name, wanted, is_negated


def names_users_only(filters: Any) -> bool:
    """Whether only users are requested."""
    return all(
        name == USER and not is_negated and not _is_open(wanted) for name, wanted, is_negated in _conditions(filters)
    )


def _texts(wanted: Any) -> Iterator[str]:
    if isinstance(wanted, Mapping):
        wanted = [wanted.get("eq"), *_listed(wanted.get("in") or [])]
    yield from (each for each in _listed(wanted) if isinstance(each, str) and each != ANY)


def _is_open(wanted: Any) -> bool:
    return wanted == ANY or (isinstance(wanted, Mapping) and not wanted.keys() <= {"eq", "in"})


def _of_text(column: str, operator: str, wanted: Any) -> Q:
    if wanted == ANY:
        return ~Q((column, ""))
    if wanted is None:
        return Q((column, ""))
    lookup = {"eq": "exact", "in": "in", "contains": "contains", "icontains": "icontains"}.get(operator)
    values = _listed(wanted) if operator == "in" else [wanted]
    if lookup is None or not all(isinstance(each, str) for each in values):
        raise _wrong(f"'{operator}' cannot be asked of this field.")
    return Q((f"{column}__{lookup}", wanted))


def _of_time(name: str, operator: str, wanted: Any) -> Q:
    if operator not in COMPARED and operator != "eq":
        raise _wrong(f"{name} takes gt, gte, lt and lte.")
    try:
        moment = _times.validate_python(wanted)
    except ValidationError as error:
        raise _wrong(f"{name} is a time in ISO 8601.") from error
    return Q((name if operator == "eq" else f"{name}__{operator}", moment))


def _of_categories(operator: str, wanted: Any) -> Q:
    """Return the condition; `contains` means one, `in` any of several, and here each memory has one."""
    named = [each for each in _listed(wanted) if isinstance(each, str)]
    return ~Q(category="") if ANY in named else Q(category__in=named)


def _of_words(operator: str, wanted: Any) -> Q:
    if not isinstance(wanted, str):
        raise _wrong("Keywords are text.")
    return Q(current__content__contains=wanted) if operator == "contains" else Q(current__content__icontains=wanted)


def _of_ids(operator: str, wanted: Any) -> Q:
    try:
        return Q(id__in=_ids.validate_python(_listed(wanted)))
    except ValidationError as error:
        raise _wrong("memory_ids are ids of memories.") from error


def _of_members(operator: str, wanted: Any) -> Q:
    """Return the condition for `metadata: {...}`: each member equal, or compared."""
    if not isinstance(wanted, Mapping):
        raise _wrong("metadata is an object.")
    return reduce(
        and_,
        (
            _of_metadata(name, each, value)
            for name, inner in wanted.items()
            for each, value in (inner.items() if _is_comparison(inner) else [("eq", inner)])
        ),
        Q(),
    )


def _of_metadata(name: str, operator: str, wanted: Any) -> Q:
    if wanted == ANY:
        return Q(current__metadata__has_key=name)
    if operator in ("ne", "nin"):
        return ~_of_metadata(name, "eq" if operator == "ne" else "in", wanted)
    if operator in COMPARED:
        return Q(COMPARED[operator](KeyTransform(name, METADATA), Value(wanted, JSONField())))
    if operator in CONTAINING:
        if not isinstance(wanted, str):
            raise _wrong(f"'{operator}' compares texts.")
        return Q(CONTAINING[operator](KeyTextTransform(name, METADATA), Value(wanted)))
    either = _listed(wanted) if operator == "in" else [wanted]
    return reduce(or_, (Q(current__metadata__contains={name: each}) for each in either), Q(pk__in=[]))


SPECIAL: dict[str, Callable[[str, Any], Q]] = {
    "categories": _of_categories,
    "keywords": _of_words,
    "memory_ids": _of_ids,
    "metadata": _of_members,
}


def _is_comparison(wanted: Any) -> bool:
    return isinstance(wanted, Mapping) and bool(wanted) and wanted.keys() <= OPERATORS


def _listed(wanted: Any) -> list[Any]:
    return wanted if isinstance(wanted, list) else [wanted]


def _wrong(detail: str) -> Invalid:
    return Invalid([{"field": "filters", "code": "invalid", "detail": detail}])
