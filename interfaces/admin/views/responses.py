"""Responses of the admin: pages without superfluous whitespace, and pages for missing or forbidden ones."""

import re
from typing import Any

from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse, TemplateResponse
from django.utils.translation import gettext as _

from workspaces.models.membership import Role

# Elements in which whitespace matters.
BLANKS = re.compile(rb"(<(pre|textarea|script)\b.*?</\2>)|\s*\n\s*", re.S)
# Names of fields begin with a lower-case letter, of ASCII or Latin-1.
NAMES = re.compile(rb'(<t[dh] class="(?:blank )?field-[^"]*" data-label=")([a-z]|\xc3[\xa0-\xbe])')
# Empty cells, which a card leaves out.
BLANK_CELLS = re.compile(rb'(<td class=")(field-[^"]*"[^>]*>\s*(?:-|\xe2\x80\x93)\s*</td>)')


def compact(response: SimpleTemplateResponse) -> None:
    """Replace each run of whitespace with a line break by one line break, and capitalise names in a rendered page."""
    if response.headers.get("Content-Type", "").startswith("text/html"):
        content = BLANKS.sub(lambda found: found[1] or b"\n", response.content)
        content = BLANK_CELLS.sub(rb"\1blank \2", content)
        response.content = NAMES.sub(lambda found: found[1] + found[2].decode().upper().encode(), content)


def not_found(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """404, in the entered scope."""
    page: dict[str, Any] = {
        "title": _("Page not found"),
        "text": _("It may have been erased or moved, or it belongs to another workspace."),
    }
    place = context.get("menu_place")
    if place and place["is_table_list"] and not request.path.startswith(place["link"]):
        place["active"], page["menu_place"] = False, None
    return TemplateResponse(request, "admin/not_found.html", context | page, status=404).render()


def not_understood(request: HttpRequest, context: dict[str, Any], error: SuspiciousOperation) -> HttpResponse:
    """400, in the entered scope; for an unknown filter, with its name and a link back to the list."""
    is_filter = isinstance(error, DisallowedModelAdminLookup)
    what = str(error) if is_filter else _("The address asks for something that no page can show.")
    page = {"title": _("This address cannot be read"), "text": what, "list": request.path if is_filter else ""}
    return TemplateResponse(request, "admin/not_found.html", context | page, status=400).render()


def not_allowed(request: HttpRequest, context: dict[str, Any], role: Role) -> HttpResponse:
    """403, in the entered scope."""
    text = _("Your role in this workspace is %(role)s, and this takes another one. Ask an owner of the workspace.")
    if role == Role.OWNER:
        text = _("Nobody can do this here, not even an owner of the workspace.")
    page = {"title": _("You may not do this"), "text": text % {"role": role.label}}
    return TemplateResponse(request, "admin/not_found.html", context | page, status=403).render()
