"""The record of an erasure: who requested it, what was destroyed, and the receipt that proves it."""

import json
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path

from interfaces.admin.people.erasure import COUNTED
from interfaces.admin.tables.descriptions import COLUMNS
from interfaces.admin.tables.model_admin import StaffModelAdmin
from operations.models import Tombstone
from operations.privacy.erasure_receipt import receipt_of
from workspaces.models import Account


@admin.register(Tombstone)
class ErasureAdmin(StaffModelAdmin):
    change_form_outer_before_template = "admin/person/erasure_record.html"
    list_display = COLUMNS["operations.Tombstone"]
    list_filter = ("requested_at", "erased_at")
    search_fields = ("id",)
    ordering = ("-requested_at",)
    has_summary = True

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(receipt)
        return [path("<uuid:row_id>/receipt.json", view, name="erasure_receipt"), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        context = _context_of(row) if row is not None else {}
        response: HttpResponse = super().change_view(request, object_id, form_url, context | (extra_context or {}))
        return response


def _context_of(row: Tombstone) -> dict[str, Any]:
    asked_by = Account.objects.filter(id=row.requested_by).first() if row.requested_by else None
    return {
        "erasure": row,
        "asked_by": asked_by,
        "is_here": asked_by is not None and asked_by.memberships.filter(workspace=row.workspace).exists(),
        "counts": [(text, row.counts[label]) for label, text in COUNTED.items() if label in row.counts],
    }


def receipt(request: HttpRequest, row_id: UUID) -> HttpResponse:
    """The same file as for the person. It contains ids and counts, no content."""
    found = json.dumps(receipt_of(get_object_or_404(Tombstone, id=row_id)), indent=2)
    headers = {"Content-Disposition": f'attachment; filename="erasure-{row_id}.json"'}
    return HttpResponse(found, content_type="application/json", headers=headers)
