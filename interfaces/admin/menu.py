"""The menu by task, in groups: what staff do each day, rules and access, logins, and the server."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from interfaces.admin.views.permissions import is_owner, staff_membership


class Entry(NamedTuple):
    """A page of the menu: its icon in the theme's font, its address, which other addresses belong to it, and its
    group."""

    title: Promise
    icon: str
    name: str
    query: dict[str, str] = {}
    below: Sequence[str] = ()
    is_for_owners: bool = False
    group: int = 0


RULES, LOGINS, SERVER = 1, 2, 3
ENTRIES = (
    Entry(_("Health"), "monitor_heart", "admin:index"),
    Entry(_("People"), "group", "admin:workspaces_person_changelist"),
    Entry(
        _("Questions"),
        "help",
        "admin:consent_proposal_changelist",
        {"due": "open"},
        ("/consent/proposal/", "/consent/decision/"),
    ),
    Entry(_("Memories"), "neurology", "admin:memories_memory_changelist"),
    Entry(_("Conversations"), "forum", "admin:conversations_session_changelist", below=("/conversations/turn/",)),
    Entry(_("Queries"), "manage_search", "admin:retrieval_retrievalevent_changelist"),
    Entry(_("Imports"), "upload_file", "admin:imports"),
    Entry(_("Policies"), "policy", "admin:policies", below=("/consent/policy/", "/consent/fieldalias/"), group=RULES),
    Entry(
        _("Categories"),
        "category",
        "admin:category_config",
        below=("/workspaces/category/", "/workspaces/allowlist/"),
        group=RULES,
    ),
    Entry(
        _("Agents"),
        "smart_toy",
        "admin:workspaces_agent_changelist",
        below=("/workspaces/agent/", "/operations/webhookendpoint/"),
        group=RULES,
    ),
    Entry(_("Keys"), "key", "admin:workspaces_apikey_changelist", group=RULES),
    Entry(
        _("Grants"), "lock_open", "admin:workspaces_grant_changelist", below=("/workspaces/exclusion/",), group=RULES
    ),
    Entry(
        _("Logins"),
        "badge",
        "admin:workspaces_account_changelist",
        below=("/workspaces/membership/",),
        is_for_owners=True,
        group=LOGINS,
    ),
    Entry(_("Invitations"), "mail", "admin:workspaces_invitation_changelist", is_for_owners=True, group=LOGINS),
    Entry(_("Setup wizard"), "auto_fix_high", "pages:setup", is_for_owners=True, group=LOGINS),
    Entry(
        _("History"),
        "history",
        "admin:memories_history_changelist",
        below=("/memories/auditseal/", "/memories/sealentry/"),
        group=SERVER,
    ),
    Entry(_("Jobs"), "schedule", "admin:jobs", below=("/operations/jobrun/", "/operations/schedule/"), group=SERVER),
    Entry(_("Advanced"), "database", "admin:advanced", below=("/prompts/",), group=SERVER),
)


def menu(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the theme's sidebar: the pages that the request's role may open, with the present page marked."""
    shown = [entry for entry in ENTRIES if _may_open(request, entry)]
    pairs = [(entry.group, item) for entry in shown if (item := _item(entry, request.path))]
    if not any(item["active"] for _group, item in pairs):
        pairs[-1][1]["active"] = True
    groups = groupby(pairs, key=itemgetter(0))
    return [{"items": [item for _group, item in rows], "separator": group > 0} for group, rows in groups]


def _may_open(request: HttpRequest, entry: Entry) -> bool:
    """Whether the page may be opened. The wizard is a page for people: a superuser without a membership cannot use
    it."""
    if not entry.is_for_owners:
        return True
    membership = staff_membership(request)
    is_guest = membership is None or membership._state.adding
    return is_owner(request) and not (is_guest and entry.name == "pages:setup")


def place_in(navigation: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the menu entry of the present page."""
    return next((item for group in navigation for item in group["items"] if item["active"]), None)


def _item(entry: Entry, path: str) -> dict[str, Any] | None:
    """Return None for a page that this server does not have."""
    try:
        address = reverse(entry.name)
    except NoReverseMatch:
        return None
    is_home = entry.name == "admin:index"
    places = (address, *(address_of(place) for place in entry.below))
    return {
        "title": entry.title,
        "icon": entry.icon,
        "link": reverse(entry.name, query=entry.query) if entry.query else address,
        "active": path == address if is_home else path.startswith(places),
        "is_table_list": entry.name in ("admin:advanced", "admin:jobs"),
        "is_list": path == address,
        "has_permission": True,
    }


def address_of(place: str) -> str:
    return reverse("admin:index") + place.removeprefix("/")
