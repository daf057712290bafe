"""Pages of the admin for what is not there, or not allowed, inside its frame."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _


def not_found(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """404, in the entered scope."""
    page = {
        "title": _("Page not found"),
        "text": _("It may have been erased or moved, or it belongs to another workspace."),
    }
    return TemplateResponse(request, "admin/not_found.html", context | page, status=404).render()


def not_allowed(request: HttpRequest, context: dict[str, Any], role: str) -> HttpResponse:
    """403, in the entered scope."""
    text = _("Your role in this workspace is %(role)s, and this takes another one. Ask an owner of the workspace.")
    page = {"title": _("You may not do this"), "text": text % {"role": role}}
    return TemplateResponse(request, "admin/not_found.html", context | page, status=403).render()
