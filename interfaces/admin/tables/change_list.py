"""The list of a table: its filters, and a description of each."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib.admin import DateFieldListFilter
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ORDER_VAR, SEARCH_VAR
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from unfold.contrib.filters.admin import RelatedDropdownFilter
from unfold.contrib.filters.forms import DropdownForm
from unfold.views import ChangeList
from unfold.widgets import UnfoldAdminSelectWidget

from interfaces.admin.tables.columns import NAMED, name_ids
from interfaces.admin.texts.wording import uuid_of
from workspaces.models import Agent, Person

FEW = 100
MOST_OFFERED = 12


class PlainForm(DropdownForm):  # type: ignore[misc]
    widget = UnfoldAdminSelectWidget()


class FewFilter(RelatedDropdownFilter):  # type: ignore[misc]
    """A plain select box, which needs no script."""

    form_class = PlainForm


class DeclaredLookups(ChangeList):  # type: ignore[misc]
    """A list with only its declared filters: other lookups could fail in the database, or take long."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = capfirst(str(self.opts.verbose_name_plural))

    def get_filters(self, request: HttpRequest) -> Any:
        for name in [name for name, values in self.filter_params.items() if not any(values)]:
            self._leave_out(name)  # no choice
        may = self.model_admin.lookup_allowed
        strange = [name for name, values in self.filter_params.items() if not may(name, values, request)]
        for name in strange:
            self._leave_out(name)
        found = super().get_filters(request)
        if unknown := [*strange, *found[2]]:
            raise _no_filter(unknown, found[0])
        return found

    def _leave_out(self, name: str) -> None:
        del self.filter_params[name]
        self.params.pop(name, None)

    def get_queryset(self, request: HttpRequest, exclude_parameters: Any = None) -> Any:
        """Report an impossible value, where Django would silently show the whole list."""
        try:
            return super().get_queryset(request, exclude_parameters)
        except IncorrectLookupParameters as error:
            raise _no_value(self.filter_params) from error

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        name_ids(self.list_display, self.result_list)

    def get_ordering_field_columns(self) -> dict[int, str]:
        """Mark only the first column of the default order, because the rows are not in the order of any other."""
        if ORDER_VAR in self.params or not (usual := self._get_default_ordering()):
            return dict(super().get_ordering_field_columns())
        first = usual[0]
        name = first.removeprefix("-") if isinstance(first, str) else first
        place = next((at for at, attr in enumerate(self.list_display) if self.get_ordering_field(attr) == name), None)
        return {} if place is None else {place: "asc" if name == first else "desc"}

    @property
    def nothing(self) -> Any:
        """The text of an empty list instead of "Nothing matches"."""
        return ""

    def suggestion(self) -> tuple[str, str] | None:
        """A corrected spelling for a search without results, and the address of that search."""
        words = self.suggested_words() if self.query else ""
        return (words, self.get_query_string({SEARCH_VAR: words})) if words else None

    def suggested_words(self) -> str:
        """The corrected spelling of a query; empty where the list has none."""
        return ""

    @property
    def is_picked(self) -> bool:
        """Whether a filter is a select box, which has to be applied, instead of links, which apply at once."""
        return any(isinstance(spec, RelatedDropdownFilter) for spec in self.filter_specs)

    def chosen(self) -> list[tuple[Any, str, str]]:
        """The filters in force: title, value, and the address of the list without it."""
        found = [
            (spec, [name for name in spec.expected_parameters() if name in self.params]) for spec in self.filter_specs
        ]
        return [
            (spec.title, _choice(spec, self) or _values(spec, self), self.get_query_string(remove=names))
            for spec, names in found
            if names
        ]

    def unknown(self) -> list[tuple[Any, str, list[Any]]]:
        """The filters with an invalid value: title, value, and first choices. Any date is valid."""
        plain = [spec for spec in self.filter_specs if not isinstance(spec, DateFieldListFilter)]
        return [
            (str(spec.title), value, [] if isinstance(spec, RelatedDropdownFilter) else self._first_choices(spec))
            for spec in plain
            if (value := _values(spec, self)) and not _choice(spec, self)
        ]

    def _first_choices(self, spec: Any) -> list[Any]:
        return [choice for choice in spec.choices(self) if "display" in choice][1 : MOST_OFFERED + 1]

    @property
    def words(self) -> str:
        """The searched words; for an ID, the name of its row."""
        number = uuid_of(self.query)
        found = ((named, named.rows().filter(pk=number).first()) for named in NAMED.values() if number)
        return next((named.name(row) for named, row in found if row is not None), str(self.query))

    @property
    def without_search(self) -> str:
        return str(self.get_query_string(remove=[SEARCH_VAR]))


def _no_filter(names: Iterable[str], specs: Iterable[Any]) -> DisallowedModelAdminLookup:
    text = _("This list has no filter %(names)s.") % {"names": ", ".join(names)}
    if titles := ", ".join(str(spec.title) for spec in specs):
        text += " " + _("It can be filtered by: %(titles)s.") % {"titles": titles}
    return DisallowedModelAdminLookup(text)


def _no_value(given: Mapping[str, Sequence[str]]) -> DisallowedModelAdminLookup:
    values = ", ".join(f"{name}={','.join(map(str, values))}" for name, values in given.items())
    return DisallowedModelAdminLookup(_("A filter cannot have this value: %(values)s.") % {"values": values})


def _values(spec: Any, changes: ChangeList) -> str:
    """Return the values in the address."""
    return ", ".join(str(changes.params[name]) for name in spec.expected_parameters() if name in changes.params)


def are_few(model: Any) -> bool:
    """Whether a select box can show all rows: agents and people have names that distinguish them."""
    return model in (Agent, Person) and not model.objects.all()[FEW : FEW + 1].exists()


def _choice(spec: Any, changes: ChangeList) -> str:
    """Return the filter's value in words."""
    if isinstance(spec, RelatedDropdownFilter):
        chosen = [value for values in spec.used_parameters.values() for value in values]
        try:
            return ", ".join(str(row) for row in spec.field.related_model._default_manager.filter(pk__in=chosen))
        except (ValidationError, ValueError):  # not an id
            return ""
    texts = [
        str(choice["display"]) for choice in spec.choices(changes) if choice.get("selected") and "display" in choice
    ]
    return ", ".join(texts)
