"""Filters of the list of questions: by state, by expiry, and by whether reviewers may answer."""

from typing import Any, cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from consent.models.proposal import ProposalQuerySet, ProposalState
from interfaces.admin.questions.answer_permissions import for_reviewers
from interfaces.admin.tables.filters import ListedFilter
from interfaces.admin.views.permissions import is_about_reader

NOT_ASKED = ("muted", _("Not asked (refused before)"))


class StateFilter(ListedFilter):
    """The state of a question; muted ones, which no one is asked, are separate from open ones."""

    title = _("status")
    parameter_name = "state__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        waiting, *others = ProposalState.choices
        return [waiting, NOT_ASKED, *others]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == NOT_ASKED[0]:
            return queryset.filter(state=ProposalState.PENDING, is_muted=True)
        rows = super().queryset(request, queryset)
        return rows.filter(is_muted=False) if self.value() == ProposalState.PENDING else rows


class DueFilter(admin.SimpleListFilter):
    """By the database's clock, and without muted questions."""

    title = _("expiry")
    parameter_name = "due"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("open", _("Not yet expired")), ("overdue", _("Expired, not yet closed"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        rows = cast(ProposalQuerySet, queryset)
        if self.value() == "open":
            return rows.unmuted().pending()
        return rows.unmuted().overdue() if self.value() == "overdue" else queryset


class ReviewersFilter(admin.SimpleListFilter):
    """Open questions that reviewers may answer; `you`: without those about the reader, who answers them in the
    inbox."""

    title = _("who may answer")
    parameter_name = "answer"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("reviewers", _("Reviewers may answer")), ("you", _("Reviewers may answer, not about you"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() is None:
            return queryset
        rows = for_reviewers()
        if self.value() == "you":
            rows = [row for row in rows if not is_about_reader(request, row.person_id)]
        return queryset.filter(id__in=[row.id for row in rows])
