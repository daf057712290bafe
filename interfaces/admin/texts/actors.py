"""Who acted: agents by name, since several may have one role, and people by login.

Whether somebody acted as staff or for themselves (the kind of actor) is a column and a filter of its own.
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
WRITER = "written_by"  # noted on a version


def agent_names() -> Mapping[UUID, str]:
    """Of all agents of the entered workspace. One query."""
    return {agent.id: agent.called for agent in Agent.objects.only("name", "display_name")}


def with_login(rows: QuerySet[Any], account: str = "actor_id") -> QuerySet[Any]:
    """Annotated with `login`, the username of the account whose id stands in that column; where that is an import's,
    with `imported_file` and `imported_by`: the login that ran it, empty where that is gone, None where none did."""
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
    """Rows of the history: of what the server erased, `asked_by` is the account that asked for it, and `requester` its
    username.
    """
    asked = Tombstone.objects.filter(person_id=OuterRef("person_id")).values("requested_by")[:1]
    is_erasing = Q(event=Event.PURGE, actor_label=f"system:{ERASING}")
    found: QuerySet[Any] = rows.annotate(asked_by=Case(When(is_erasing, then=Subquery(asked)))).annotate(
        requester=Subquery(Account.objects.filter(id=OuterRef("asked_by")).values("username")),
    )
    return found


def who_acted(row: Any, agents: Mapping[UUID, str]) -> str:
    """Of a row with a label and the actor's id; it may be annotated `with_login`, and `with_requester`."""
    if getattr(row, "asked_by", None):
        return str(getattr(row, "requester", None) or GONE)
    return import_named(row) or actor_name(
        row.actor_label, login=getattr(row, "login", None) or "", agent=agents.get(acting_id(row), "")
    )


def import_named(row: Any) -> str:
    """Of a row `with_login` that an import wrote, or asked for: "Import of notes.jsonl by ana"; else empty."""
    return _import_in(row, _("Import of %(file)s by %(name)s"), _("Import of %(file)s on the server"))


def import_told(row: Any) -> str:
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
    """`agent` is its name where it is known; without it `agent:planner` is "planner"."""
    kind, _separator, name = label.partition(":")
    if kind == "agent":
        return agent or name
    if kind == "system":
        return _("The server")
    if kind == "staff":
        return login or name
    return login or _("The person")


def note_writers(steps: Iterable[Any]) -> None:
    """Note on the version of each step the entry of the history that made it. A query."""
    versions = {step.version.id: step.version for step in steps}
    rows = with_login(History.objects.filter(new_version_id__in=versions)).order_by("created_at")
    for row in rows if len(versions) > 1 else ():
        setattr(versions[row.new_version_id], WRITER, row)


def badge(agent: Agent) -> SafeString:
    """An agent's icon in its colour, as people see it: those of its role where it has none of its own."""
    face = {"colour": agent.shown_colour, "icon": agent.shown_icon}
    return render_to_string("frame/face.html", {"face": face})
