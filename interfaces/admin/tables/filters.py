"""Filters whose choices come from small tables; Django's own would scan the whole list."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.admin import BooleanFieldListFilter, EmptyFieldListFilter, SimpleListFilter
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from interfaces.admin.texts.job_names import title_of
from interfaces.admin.texts.wording import MEMORY_STATES, category_label, uuid_of
from interfaces.plain_words import MEMORY_TYPES
from interfaces.roles import role_title
from memories.models.choices import DEFAULT_CATEGORY, Event, LifecycleState, Trust, ValidationStatus
from memories.models.fact import FactCategory
from operations.jobs import JOBS
from operations.models.job import JobState
from workspaces.actors import ActorKind
from workspaces.models import Agent, Category, Person
from workspaces.models.grant import CEILINGS
from workspaces.models.membership import Role

ACTOR_KINDS: dict[ActorKind, Promise] = {
    ActorKind.AGENT: _("Agent"),
    ActorKind.PERSON: _("The person"),
    ActorKind.STAFF: _("Staff"),
    ActorKind.SYSTEM: _("The server"),
}

# Purposes of the server's own callers; programs may send any.
PURPOSES: dict[str, Promise] = {
    "context": _("Context for an answer"),
    "recall": _("Recall during a conversation"),
    "replay": _("Asked again later"),
}
UNSTATED = "none"
WRONG = "wrong"
MOST_PEOPLE = 100


class ColumnFilter(SimpleListFilter):
    """Filters by the column named like the parameter."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        return queryset if value is None else queryset.filter(**{str(self.parameter_name): value})


class ListedFilter(ColumnFilter):
    """An unknown value matches no rows."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        known = {value for value, _name in self.lookup_choices}
        return super().queryset(request, queryset) if self.value() in {None, *known} else queryset.none()


class NamedEmptyFilter(EmptyFieldListFilter):
    """Whether a column is empty, in words: `names` has the meaning of empty and of not empty."""

    names: tuple[Promise, Promise]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = str(_("status"))

    def choices(self, changelist: Any) -> Iterator[Any]:
        shown = zip(super().choices(changelist), (None, *self.names), strict=True)
        return iter([{**choice, "display": name or choice["display"]} for choice, name in shown])


class RevokedFilter(NamedEmptyFilter):
    names = (_("Not revoked"), _("Revoked"))


class ValidFilter(NamedEmptyFilter):
    names = (_("Valid now"), _("No longer valid"))


class ReplacedFilter(NamedEmptyFilter):
    names = (_("Searched"), _("Replaced by a newer text"))


class UsedFilter(NamedEmptyFilter):
    names = (_("Not used yet"), _("Used"))


class CategoryFilter(ColumnFilter):
    title = _("category")
    parameter_name = "category"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Default categories have no row of their own."""
        names = {*Category.objects.values_list("name", flat=True), *DEFAULT_CATEGORY.values()}
        return [(name, category_label(name)) for name in sorted(names)]


class FactKindFilter(ListedFilter):
    """By the kind of a fact, which is not the category of its memory."""

    title = _("kind of fact")
    parameter_name = "category"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(FactCategory.choices)


class SourceFilter(ColumnFilter):
    title = _("source")
    parameter_name = "trust__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, str(label)) for value, label in Trust.choices]


class CheckedFilter(ColumnFilter):
    title = _("checked")
    parameter_name = "validation_status__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, str(label)) for value, label in ValidationStatus.choices]


class SensitivityFilter(ColumnFilter):
    title = _("sensitivity")
    parameter_name = "sensitivity"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, str(label)) for name, label in CEILINGS]


class StateFilter(ColumnFilter):
    """Includes memories marked as wrong, which is not part of the state."""

    title = _("status")
    parameter_name = "state__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [*MEMORY_STATES.items(), (WRONG, _("Marked as wrong"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == WRONG:
            return queryset.filter(state=LifecycleState.ACTIVE, validation_status=ValidationStatus.REJECTED)
        return super().queryset(request, queryset)


class TypeFilter(ColumnFilter):
    title = _("type")
    parameter_name = "memory_type__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(MEMORY_TYPES.items())


class AgentFilter(ListedFilter):
    """By the agent that asked, with the label in rows."""

    title = _("agent")
    parameter_name = "agent_id"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        pairs = [(str(agent.pk), agent.called) for agent in Agent.objects.all()]
        return sorted(pairs, key=lambda pair: pair[1].lower())


class PersonFilter(ListedFilter):
    """By a column without a foreign key, because its rows outlive the person; the chosen person is always listed."""

    title = _("person")
    parameter_name = "person_id"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        chosen = uuid_of(self.value() or "")
        rows = list(Person.objects.order_by("name", "id")[:MOST_PEOPLE])
        rows += Person.objects.filter(id=chosen) if chosen else []
        return [(str(one.pk), one.name) for one in dict.fromkeys(rows)]


class PurposeFilter(SimpleListFilter):
    """By the purpose of a search, as its caller stated it."""

    title = _("purpose")
    parameter_name = "purpose"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [*PURPOSES.items(), (UNSTATED, _("Not said"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        return queryset if value is None else queryset.filter(purpose="" if value == UNSTATED else value)


class AgentRoleFilter(ColumnFilter):
    title = _("role")
    parameter_name = "role"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(role, role_title(role)) for role in _roles()]


def _roles() -> Iterable[str]:
    return Agent.objects.order_by("role").values_list("role", flat=True).distinct()


class EventFilter(ColumnFilter):
    """For columns that declare no choices of their own."""

    title = _("event")
    parameter_name = "event__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(event.value, str(event.label)) for event in Event]


class ActorKindFilter(ColumnFilter):
    title = _("actor kind")
    parameter_name = "actor_kind__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(kind, str(name)) for kind, name in ACTOR_KINDS.items()]


class JobFilter(ColumnFilter):
    title = _("job")
    parameter_name = "job__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return sorted(((job, title_of(job)) for job in JOBS), key=lambda pair: pair[1])


class IdleFilter(SimpleListFilter):
    """Hides runs that found nothing to do, unless they are requested, or a search could match them."""

    title = _("idle runs")
    parameter_name = "idle"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        self.is_searched = bool(request.GET.get("q"))
        return [("shown", _("Shown")), ("only", _("Only these"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        hidden, *others = super().choices(changelist)
        return iter([{**hidden, "display": _("Hidden")}, *others])

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        idle = Q(state=JobState.DONE, items=0)
        if self.value() == "only":
            return queryset.filter(idle)
        return queryset if self.value() or self.is_searched else queryset.exclude(idle)


class SwitchFilter(BooleanFieldListFilter):
    """A switch of a login, in the product's words."""

    called: Promise

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = str(self.called)


class SignInFilter(SwitchFilter):
    called = _("may sign in")


class AdminFilter(SwitchFilter):
    called = _("may open the admin")


class RoleFilter(SimpleListFilter):
    """By the role of a login in this workspace: rows must be annotated with it."""

    title = _("role")
    parameter_name = "role"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(Role.choices)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset if self.value() is None else queryset.filter(role_here=self.value())
