"""Filters as chips: each choice is a link, so that it applies at once, without scripts too."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise

from interfaces.pages.filters import Filters
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


def chips_of(filters: Filters, query: QueryDict, *names: str) -> list[Chip]:
    """The chips of some choice fields, each of which keeps the values of the others."""
    return [_chip(filters, query, name) for name in names]


def query_with(query: QueryDict, **values: str) -> str:
    """The query string with some values set, or removed where empty; from the first page on."""
    changed = query.copy()
    changed.pop(CURSOR, None)
    for name, value in values.items():
        changed.pop(name, None)
        if value:
            changed[name] = value
    return "?" + changed.urlencode()


def _chip(filters: Filters, query: QueryDict, name: str) -> Chip:
    field, value = filters.fields[name], filters.chosen.get(name, "")
    assert isinstance(field, forms.ChoiceField) and isinstance(field.choices, Iterable)
    labels: list[tuple[str, str]] = [(str(key), str(label)) for key, label in field.choices]
    choices = [Choice(label, query_with(query, **{name: key}), key == value) for key, label in labels]
    chosen = dict(labels)[value] if value else ""
    return Chip(name, field.label or name, choices, chosen, query_with(query, **{name: ""}))
