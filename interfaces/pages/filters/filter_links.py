"""Filters as links ("chips"): each choice is a link, which applies at once and needs no script."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise

from interfaces.pages.filters.filters import Filters
from interfaces.pages.paging import CURSOR


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a filter; `address` is the query string that applies it."""

    label: str
    address: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Chip:
    """One filter; `chosen` is the label of its value, empty while it filters nothing."""

    name: str
    label: Promise | str
    choices: Sequence[Choice]
    chosen: str
    clear_address: str


def filter_links(
    filters: Filters, query: QueryDict, *names: str, present: Mapping[str, Set[str]] | None = None
) -> list[Chip]:
    """Return the chips of some choice fields; each keeps the values of the other filters.

    `present` has, by field, the values that occur: only these are offered, and no chip for a single value.
    """
    chips = [_chip(filters, query, name, None if present is None else present[name]) for name in names]
    return [chip for chip in chips if present is None or chip.chosen or len(present[chip.name]) > 1]


def query_with(query: QueryDict, **values: str) -> str:
    """Return the query string, back on the first page, with some values set, or removed where empty."""
    changed = query.copy()
    changed.pop(CURSOR, None)
    for name, value in values.items():
        changed.pop(name, None)
        if value:
            changed[name] = value
    return "?" + changed.urlencode()


def _chip(filters: Filters, query: QueryDict, name: str, present: Set[str] | None) -> Chip:
    field, value = filters.fields[name], filters.chosen.get(name, "")
    assert isinstance(field, forms.ChoiceField) and isinstance(field.choices, Iterable)
    labels: list[tuple[str, str]] = [(str(key), str(label)) for key, label in field.choices]
    if present is not None:
        labels = [(key, label) for key, label in labels if key in ("", value) or key in present]
    choices = [Choice(label, query_with(query, **{name: key}), key == value) for key, label in labels]
    chosen = dict(labels)[value] if value else ""
    return Chip(name, field.label or name, choices, chosen, query_with(query, **{name: ""}))
