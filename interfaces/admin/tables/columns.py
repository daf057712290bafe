"""Columns of lists in readable form: times such as "3 days ago", and names instead of ids."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import FieldDoesNotExist
from django.db.models import (
    BinaryField,
    CharField,
    DateTimeField,
    Field,
    FloatField,
    JSONField,
    Model,
    QuerySet,
    TextChoices,
    TextField,
    UUIDField,
)
from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from consent.models import Proposal
from consent.models.proposal import ProposalState
from consent.proposals.refused_values import states_refused_value
from interfaces.admin.texts.actors import actor_name, who_acted
from interfaces.admin.texts.wording import (
    HIDDEN,
    IDENTIFIER,
    moment,
    question_title,
    row_title,
    shortened,
    uuid_of,
    version_text,
    without_ids,
)
from interfaces.plain_words import title_of
from memories.models import Memory
from memories.models.choices import Event
from providers.unseen import visible
from retrieval.models import RetrievalEvent
from workspaces.models import Account, Agent, Person

Column = Callable[[Any], Any]
NAME_CHARACTERS = 60
NAMES = "names_of_ids"
LINK = re.compile(r'<a href="([^"]+)"')


class Named(NamedTuple):
    """How rows of a model are named in other lists, and the page of each."""

    rows: Callable[[], QuerySet[Any]]
    name: Callable[[Any], str]
    page: str


def memories_with_texts(rows: QuerySet[Memory]) -> QuerySet[Memory]:
    """Add texts; each row has `is_refused`, whether its last text was refused."""
    return rows.select_related("current").annotate(is_refused=states_refused_value(memory="id", version="current_id"))


def memory_in_full(memory: Memory) -> str:
    """Return the full text of one of `memories_with_texts`; a fact's key in words."""
    if memory.is_refused:  # type: ignore[attr-defined]
        return str(HIDDEN)
    return version_text(memory.current.content if memory.current else memory.key, is_fact=memory.is_fact)


def _text(memory: Memory) -> str:
    return shortened(memory_in_full(memory), NAME_CHARACTERS)


NAMED: dict[type[Model], Named] = {
    Person: Named(Person.objects.all, str, "admin:workspaces_person_overview"),
    Memory: Named(lambda: memories_with_texts(Memory.objects.all()), _text, "admin:memories_memory_change"),
    Agent: Named(Agent.objects.all, lambda row: row.called, "admin:workspaces_agent_change"),
    Account: Named(Account.objects.all, str, "admin:workspaces_account_change"),
    RetrievalEvent: Named(
        RetrievalEvent.objects.all,
        lambda row: shortened(row.query, NAME_CHARACTERS),
        "admin:retrieval_retrievalevent_change",
    ),
    Proposal: Named(
        Proposal.objects.all,
        lambda row: shortened(question_title(row), NAME_CHARACTERS),
        "admin:consent_proposal_change",
    ),
}
# Columns of codes without choices in the database.
CHOICES: dict[tuple[str, str], type[TextChoices]] = {
    ("consent.Notice", "state"): ProposalState,
    ("conversations.ChangeLog", "event"): Event,
}
# Columns of keys of fields and categories, which have names.
KEYS = {
    ("memories.Fact", "key"),
    ("consent.FieldAlias", "key"),
    ("consent.Policy", "fact_key"),
    ("workspaces.Category", "name"),
}
# Columns without a foreign key, because they outlive their target.
IDS: dict[str, type[Model]] = {
    **{"person_id": Person, "agent_id": Agent, "account_id": Account, "requested_by": Account},
    "about_person_id": Person,
    **{"memory_id": Memory, "source_id": Memory, "proposal_id": Proposal, "retrieval_event_id": RetrievalEvent},
}


def readable(model: type[Model], names: Sequence[str]) -> list[str | Column]:
    """Return the columns of a list. The first one links to the row, so it contains no other link."""
    return [_column(model, name, is_first=place == 0) for place, name in enumerate(names)]


def name_ids(columns: Iterable[Any], rows: Iterable[Any]) -> None:
    """Set on each row the rows that its columns refer to: one query for each model."""
    rows, wanted = list(rows), {column.attname: column.target for column in columns if hasattr(column, "target")}
    found = {
        target: NAMED[target].rows().in_bulk([value for row in rows for value in _ids(row, wanted, target)])
        for target in set(wanted.values())
    }
    for row in rows:
        setattr(row, NAMES, {name: found[target].get(getattr(row, name)) for name, target in wanted.items()})


def linked_ids(model: type[Model]) -> dict[str, Column]:
    """Return, by field, the display functions of a row's page for ids of other rows, and for codes."""
    targets = {field.name: _target(field) for field in model._meta.concrete_fields if isinstance(field, Field)}
    linked: dict[str, Column] = {name: partial(_linked, target) for name, target in targets.items() if target}
    others = [(field.name, field.related_model) for field in model._meta.concrete_fields if field.name not in linked]
    linked |= {name: partial(_titled, other) for name, other in others if other}
    coded: dict[str, Column] = {
        name: partial(_coded, choices) for (label, name), choices in CHOICES.items() if label == model._meta.label
    }
    rounded: dict[str, Column] = {field.name: _rounded for field in model._meta.fields if isinstance(field, FloatField)}
    texts: dict[str, Column] = {field.name: _visible for field in model._meta.concrete_fields if _is_text(field)}
    return texts | linked | coded | rounded


def is_technical(field: "Field[Any, Any]") -> bool:
    """Whether it contains data for programs: JSON, lists of ids, bytes."""
    return isinstance(field, JSONField | BinaryField) or (
        isinstance(field, ArrayField) and isinstance(field.base_field, UUIDField)
    )


def _is_text(field: "Field[Any, Any]") -> bool:
    return isinstance(field, CharField | TextField | JSONField | ArrayField)


def _visible(shown: str) -> str | SafeString:
    """Show invisible characters, but leave the theme's markup as it is."""
    return mark_safe(visible(shown)) if isinstance(shown, SafeString) else visible(str(shown))  # noqa: S308


def _linked(target: type[Model], shown: str) -> str | SafeString:
    """Return the name of the row with this id as a link, also where the theme shows a link; the given text where the
    row was deleted."""
    found = IDENTIFIER.search(str(shown))
    value = uuid_of(found[0]) if found else None
    row = NAMED[target].rows().filter(pk=value).first() if value else None
    if row is None:
        return shown
    named = NAMED[target]
    return format_html('<a href="{}" class="text-link">{}</a>', reverse(named.page, args=[value]), named.name(row))


def _titled(target: type[Model], shown: str) -> str | SafeString:
    """Return the theme's link to another row, with the name as in a heading: without a full ID."""
    found, link = IDENTIFIER.search(str(shown)), LINK.search(str(shown))
    row = target._default_manager.filter(pk=found[0]).first() if found else None
    if row is None:
        return shown
    return format_html('<a href="{}" class="text-link">{}</a>', link[1], row_title(row)) if link else row_title(row)


def _rounded(shown: str) -> str:
    """Return a number with two decimals; other texts unchanged."""
    return floatformat(shown, 2) or shown


def _coded(choices: type[TextChoices], shown: str) -> str:
    """Return the word for a code in the database."""
    return str(dict(choices.choices).get(str(shown), shown))


def _ids(row: Any, wanted: dict[str, type[Model]], target: type[Model]) -> list[UUID]:
    values = (getattr(row, name) for name, model in wanted.items() if model is target)
    return [value for value in values if value is not None]


@cache
def _column(model: type[Model], name: str, *, is_first: bool) -> str | Column:
    """Return the same object each time, because Django compares columns by identity."""
    try:
        field = model._meta.get_field(name)
    except FieldDoesNotExist:
        return name
    if isinstance(field, Field) and (made := _reader(field, is_first=is_first)):
        return _headed(made, name, heading_of(field))
    return name


def annotated_ids(name: str, target: type[Model]) -> Column:
    """Return the column of an annotation that contains ids of rows, each with a link."""
    return _headed(_named(name, target, has_link=True), name, target._meta.verbose_name)


def _headed(column: Column, name: str, heading: Any) -> Column:
    column.short_description = heading  # type: ignore[attr-defined]
    column.admin_order_field, column.__name__ = name, name  # type: ignore[attr-defined]
    return column


def heading_of(field: "Field[Any, Any]") -> Any:
    """ "Person" for `person_id`."""
    if field.name == "actor_label" and field.model in (Proposal, RetrievalEvent):
        return _("Asked by")
    target = _target(field)
    is_id = target is not None and field.name.endswith("_id") and field.name != "about_person_id"
    return target._meta.verbose_name if target is not None and is_id else field.verbose_name


def _reader(field: "Field[Any, Any]", *, is_first: bool) -> Column | None:
    name = field.name
    if target := _target(field):
        return _named(field.attname, target, has_link=not is_first)
    if field.is_relation:
        return lambda row: "–" if getattr(row, field.attname) is None else row_title(getattr(row, name))
    if isinstance(field, CharField) and not field.choices:
        return _acting(field.model) if name == "actor_label" else _words(field)
    return _value(field)


def _value(field: "Field[Any, Any]") -> Column | None:
    name = field.name
    if isinstance(field, DateTimeField):
        return lambda row: moment(getattr(row, name))
    if isinstance(field, ArrayField) and isinstance(field.base_field, UUIDField):
        return lambda row: len(getattr(row, name) or ())
    return (lambda row: floatformat(getattr(row, name), 2)) if isinstance(field, FloatField) else None


def _words(field: "Field[Any, Any]") -> Column:
    """Return a text without full IDs: names instead of authors, words instead of codes."""
    name, choices = field.name, CHOICES.get((field.model._meta.label, field.name))
    if choices is not None:
        words = dict(choices.choices)
        return lambda row: str(words.get(getattr(row, name), getattr(row, name)))
    if name == "category" or (field.model._meta.label, name) in KEYS:
        return lambda row: title_of(getattr(row, name)) if getattr(row, name) else "–"
    if name == "source_identity":
        # "agent:planner key:…" names the key.
        return lambda row: actor_name(getattr(row, name).partition(" ")[0], login=getattr(row, "login", None) or "")
    return lambda row: without_ids(getattr(row, name) or "–")


def _acting(model: type[Model]) -> Column:
    """Return the column of the actor; agents are looked up like the rows of other columns."""

    def column(row: Any) -> str:
        agent = getattr(row, NAMES, {}).get(column.attname)  # type: ignore[attr-defined]
        return who_acted(row, {agent.id: agent.called} if agent else {})

    column.attname = "actor_id" if hasattr(model, "actor_id") else "agent_id"  # type: ignore[attr-defined]
    column.target, column.__name__ = Agent, "actor_label"  # type: ignore[attr-defined]
    return column


def _target(field: "Field[Any, Any]") -> type[Model] | None:
    if field.is_relation:
        return field.related_model if field.related_model in NAMED else None
    return IDS.get(field.name) if isinstance(field, UUIDField) else None


def _named(attname: str, target: type[Model], *, has_link: bool) -> Column:
    named = NAMED[target]

    def column(row: Any) -> str | SafeString:
        value = getattr(row, attname)
        if value is None:
            return "–"
        other = getattr(row, NAMES, {}).get(attname)
        if other is None:
            return gettext("no longer there")
        name = named.name(other)
        return format_html('<a href="{}">{}</a>', reverse(named.page, args=[value]), name) if has_link else name

    column.attname, column.target = attname, target  # type: ignore[attr-defined]
    return column
