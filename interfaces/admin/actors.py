"""Who acted: an agent by a name of its own, since several may have one role; others by their login, whether they acted
as staff or for themselves (the kind of actor is a column and a filter of its own)."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import Case, OuterRef, Q, QuerySet, Subquery, When
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memories.maintenance.person import JOB as ERASING
from memories.models.choices import Event
from operations.models import Tombstone
from workspaces.models import Account, Agent

GONE = gettext_lazy("a login that is gone")


def agent_names() -> Mapping[UUID, str]:
    """Of all agents of the entered workspace. One query."""
    return {agent.id: agent.called for agent in Agent.objects.only("name", "display_name")}


def with_login(rows: QuerySet[Any], account: str = "actor_id") -> QuerySet[Any]:
    """Annotated with `login`, the username of the account whose id stands in that column."""
    found: QuerySet[Any] = rows.annotate(
        login=Subquery(Account.objects.filter(id=OuterRef(account)).values("username"))
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
    return actor_name(row.actor_label, login=getattr(row, "login", None) or "", agent=agents.get(acting_id(row), ""))


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
