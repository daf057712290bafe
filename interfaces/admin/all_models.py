"""Registers every model: the modules that declare pages, and a read-only page for each model without one."""

from collections.abc import Iterator, Sequence

from django.apps import apps
from django.contrib import admin
from django.db.models import BooleanField, CharField, DateField, Field, JSONField, Model, TextField
from django.utils.translation import gettext_lazy

from interfaces.admin.accounts import account_admin, invitations, memberships
from interfaces.admin.activity import conversation_admin, events, history_admin
from interfaces.admin.agents import agent_admin, budgets, grants, keys, quotas
from interfaces.admin.categories import category_admin
from interfaces.admin.memories import memory_admin, parts
from interfaces.admin.operations import job_admin, outbox, webhooks
from interfaces.admin.people import erasure_record, person_admin
from interfaces.admin.questions import consent_admin, question_admin
from interfaces.admin.tables.descriptions import COLUMNS
from interfaces.admin.tables.model_admin import StaffModelAdmin
from interfaces.admin.texts.model_names import APPS
from workspaces.models import Agent, Person

__all__ = [
    "APPS",
    "account_admin",
    "agent_admin",
    "budgets",
    "category_admin",
    "consent_admin",
    "conversation_admin",
    "erasure_record",
    "events",
    "grants",
    "history_admin",
    "invitations",
    "job_admin",
    "keys",
    "memberships",
    "memory_admin",
    "outbox",
    "parts",
    "person_admin",
    "question_admin",
    "quotas",
    "webhooks",
]

# Salts, codes, addresses of browsers and uploaded files are not shown to anyone.
# The app `interfaces` is left out for the same reason.
HIDDEN = (
    "memories.HistorySalt",
    "consent.Receipt",
    "consent.AcknowledgementCode",
    "operations.ImportRun",
    "operations.PushDevice",
)
MOST_COLUMNS = 6
# The current workspace, and the nonce from which webhook secrets are derived.
NOT_LISTED = ("workspace", "nonce")


class RemainingAdmin(StaffModelAdmin):
    """Read only; columns and filters are derived from the fields."""


def register_remaining() -> None:
    for model in _remaining():
        fields = list(_columns(model))
        shown = COLUMNS.get(model._meta.label) or tuple(field.name for field in fields[:MOST_COLUMNS])
        searched = tuple(_searched(fields))
        options = {
            "list_display": shown,
            "list_filter": tuple(field.name for field in fields if _is_filter(field)),
            "list_select_related": tuple(field.name for field in fields if field.is_relation and field.name in shown),
            "search_fields": searched or ("id",),
            **({} if searched else {"search_help_text": gettext_lazy("Search ID")}),
            "ordering": ("-pk",),
        }
        admin.site.register(model, type(f"{model.__name__}Admin", (RemainingAdmin,), options))


def _is_filter(field: Field) -> bool:  # type: ignore[type-arg]
    """Whether the field is a filter: choices, booleans and dates; one on free text would scan the column."""
    return bool(field.choices) or isinstance(field, BooleanField | DateField)


def _searched(fields: Sequence[Field]) -> Iterator[str]:  # type: ignore[type-arg]
    for field in fields:
        if isinstance(field, CharField):
            yield field.name
        elif field.related_model in (Person, Agent):
            yield f"{field.name}__name"


def _remaining() -> Iterator[type[Model]]:
    for label in APPS:
        for model in apps.get_app_config(label).get_models():
            if not admin.site.is_registered(model) and model._meta.label not in HIDDEN:
                yield model


def _columns(model: type[Model]) -> Iterator[Field]:  # type: ignore[type-arg]
    """Return the fields that are short enough for a list."""
    for field in model._meta.concrete_fields:
        if field.primary_key or field.name in NOT_LISTED or field.generated:
            continue
        if not isinstance(field, TextField | JSONField):
            yield field


register_remaining()
