"""The actor of a row: agents by name, because several may have one role, and people by login.

Whether a login acted as staff or for itself (the kind of actor) is a separate column and filter.
"""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import Case, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memories.maintenance.person import JOB as ERASING
from memories.models import History
from memories.models.choices import Event
from operations.models import ImportRun, Tombstone
from workspaces.models import Account, Agent

GONE = gettext_lazy("a login that is gone")
WRITER = "written_by"  # set on a version


def agent_names() -> Mapping[UUID, str]:
    """Return the names of all agents of the entered workspace. One query."""
    return {agent.id: agent.called for agent in Agent.objects.only("name", "display_name")}


def with_login(rows: QuerySet[Any], account: str = "actor_id") -> QuerySet[Any]:
    """Annotate `login`, the username of the account in that column; for an import, `imported_file` and `imported_by`,
    the login that ran it: empty where that was deleted, None where there was none."""
    logins, runs = Account.objects.all(), ImportRun.objects.filter(id=OuterRef(account))
    uploader = Coalesce(Subquery(logins.filter(id=OuterRef("account_id")).values("username")), Value(""))
    by = runs.annotate(by=Case(When(account_id__isnull=False, then=uploader))).values("by")
    found: QuerySet[Any] = rows.annotate(
        login=Subquery(logins.filter(id=OuterRef(account)).values("username")),
        imported_file=Subquery(runs.values("name")),
        imported_by=Subquery(by),
    )
    return found


def with_requester(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Annotate history rows: for erasures by the server, `asked_by` is the account that requested it, and `requester`
    its username."""
    asked = Tombstone.objects.filter(person_id=OuterRef("person_id")).values("requested_by")[:1]
    is_erasing = Q(event=Event.PURGE, actor_label=f"system:{ERASING}")
    found: QuerySet[Any] = rows.annotate(asked_by=Case(When(is_erasing, then=Subquery(asked)))).annotate(
        requester=Subquery(Account.objects.filter(id=OuterRef("asked_by")).values("username")),
    )
    return found


def who_acted(row: Any, agents: Mapping[UUID, str]) -> str:
    """Return the actor of a row with a label and an actor id; rows may be annotated `with_login`, and
    `with_requester`."""
    if getattr(row, "asked_by", None):
        return str(getattr(row, "requester", None) or GONE)
    return import_named(row) or actor_name(
        row.actor_label, login=getattr(row, "login", None) or "", agent=agents.get(acting_id(row), "")
    )


def import_named(row: Any) -> str:
    """Return "Import of notes.jsonl by ana" for a row `with_login` that an import wrote, or requested; else empty."""
    return _import_in(row, _("Import of %(file)s by %(name)s"), _("Import of %(file)s on the server"))


def import_sentence(row: Any) -> str:
    """The same as a sentence: "Imported by ana from notes.jsonl"."""
    return _import_in(row, _("Imported by %(name)s from %(file)s"), _("Imported on the server from %(file)s"))


def _import_in(row: Any, by_login: str, on_server: str) -> str:
    file, name = getattr(row, "imported_file", None), getattr(row, "imported_by", None)
    if not file:
        return ""
    return (on_server if name is None else by_login) % {"file": file, "name": name or GONE}


def acting_id(row: Any) -> Any:
    return row.actor_id if hasattr(row, "actor_id") else row.agent_id


def actor_name(label: str, *, login: str = "", agent: str = "") -> str:
    """Return the actor's name; `agent` is an agent's name where known, else `agent:planner` is "planner"."""
    kind, _separator, name = label.partition(":")
    if kind == "agent":
        return agent or name
    if kind == "system":
        return _("The server")
    if kind == "staff":
        return login or name
    return login or _("The person")


def note_writers(steps: Iterable[Any]) -> None:
    """Set on each step's version the history entry that wrote it. One query."""
    versions = {step.version.id: step.version for step in steps}
    rows = with_login(History.objects.filter(new_version_id__in=versions)).order_by("created_at")
    for row in rows if len(versions) > 1 else ():
        setattr(versions[row.new_version_id], WRITER, row)


def badge(agent: Agent) -> SafeString:
    """Return an agent's icon in its colour, as people see it; by default those of its role."""
    face = {"colour": agent.shown_colour, "icon": agent.shown_icon}
    return render_to_string("frame/face.html", {"face": face})
