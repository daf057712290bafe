"""The key, login, person or other row that a history row is about, by its present name."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interfaces.admin.history.changes import Agents, agent_ids_in
from interfaces.admin.history.links import MERGES, Other, linked_texts
from interfaces.admin.texts.actors import GONE as NOBODY
from interfaces.admin.texts.job_names import title_of
from interfaces.admin.texts.wording import uuid_of
from interfaces.plain_words import name_of
from memories.models import History
from memories.models.choices import Event
from operations.models import WebhookEndpoint
from workspaces.models import Account, Agent, ApiKey, Invitation, Person
from workspaces.models.membership import STAFF_ROLES, Role

GONE: dict[str, Promise] = {
    "agent": gettext_lazy("an agent that is gone"),
    "account": NOBODY,
    "person": gettext_lazy("somebody who is gone"),
}


@dataclass(frozen=True, slots=True)
class Names:
    """The rows that a page's history rows refer to, by id."""

    agents: Agents
    keys: Mapping[UUID, ApiKey]
    logins: Mapping[UUID, Account]
    people: Mapping[UUID, Person]
    invitations: Mapping[UUID, Invitation]
    webhooks: Mapping[UUID, WebhookEndpoint]
    linked: Mapping[UUID, Sequence[Other]]

    @classmethod
    def of(cls, rows: Sequence[History]) -> "Names":
        """Load them; one query for each kind. Runs in the entered scope."""
        setup = [row for row in rows if "what" in row.meta]
        return cls(
            agents=agents_named(setup),
            keys=_found(ApiKey, [id_of(row, "", of="apikey") for row in setup]),
            logins=_found(Account, [id_of(row, "account_id", of="account") for row in setup]),
            people=_found(Person, [row.person_id for row in setup]),
            invitations=_found(Invitation, [id_of(row, "", of="invitation") for row in setup]),
            webhooks=_found(WebhookEndpoint, [id_of(row, "", of="webhookendpoint") for row in setup]),
            linked=linked_texts([row for row in rows if row.event == Event.LINK or MERGES.keys() & row.meta.keys()]),
        )

    def agent(self, row: History) -> str:
        agent = self.agents.get(id_of(row, "agent_id", of="agent") or row.id)
        return agent.called if agent else str(GONE["agent"])

    def others(self, row: History) -> Sequence[Other]:
        """Return the existing memories that a row links or merges with its own."""
        return self.linked.get(row.id, ())

    def login(self, row: History) -> str:
        login = self.logins.get(id_of(row, "account_id", of="account") or row.id)
        return login.get_username() if login else str(GONE["account"])

    def person(self, row: History) -> str:
        person = self.people.get(row.person_id) if row.person_id else None
        return person.name if person else str(GONE["person"])


def _alone(pattern: str, name: str) -> str:
    """Return the thing with its name; a deleted one has none."""
    return capfirst(name) if name in map(str, GONE.values()) else pattern % {"name": name}


def _key(row: History, names: Names) -> str:
    key = names.keys.get(id_of(row, "", of="apikey") or row.id)
    agent = names.agent(row)
    if key is None:
        return _("A key that is gone, of %(agent)s,") % {"agent": agent}
    return _("Key %(hint)s… of %(agent)s") % {"hint": key.beginning, "agent": agent}


def _grant(row: History, names: Names) -> str:
    agent = names.agent(row)
    if row.namespace_path and (row.person_id is None or row.person_id in names.people):
        return _("Access of %(agent)s to %(path)s") % {"agent": agent, "path": row.namespace_path}
    if row.person_id is None:
        return _("Access of %(agent)s to everyone") % {"agent": agent}
    return _("Access of %(agent)s to %(name)s") % {"agent": agent, "name": names.person(row)}


def _invitation(row: History, names: Names) -> str:
    """Return who is invited, staff also with their role; the address is only in the invitation."""
    invitation, role = names.invitations.get(id_of(row, "", of="invitation") or row.id), row.meta.get("role", "")
    if row.person_id and row.person_id not in names.people:
        return _("Invitation (the person was erased)")
    name = names.person(row) if row.person_id else invitation.email if invitation else ""
    text = _("Invitation of %(name)s") % {"name": name} if name else _("Invitation of staff")
    return f"{text} ({Role(role).label})" if role in STAFF_ROLES else text


def _webhook(row: History, names: Names) -> str:
    endpoint, agent = names.webhooks.get(id_of(row, "", of="webhookendpoint") or row.id), names.agent(row)
    if endpoint is None:
        return _("Webhook of %(agent)s") % {"agent": agent}
    return _("Webhook %(address)s of %(agent)s") % {"address": endpoint.url, "agent": agent}


def _rule(row: History, names: Names) -> str:
    if row.person_id and row.person_id not in names.people:
        return _("Rule")
    meta = row.meta
    field = meta.get("fact_key") or meta.get("fact_category") or meta.get("category")
    return _("Rule about “%(field)s”") % {"field": name_of(field)} if field else _("Rule")


def agents_named(rows: Iterable[History]) -> Agents:
    """Return the agents that setup entries are about, or name in their changes, by id. One query."""
    named = [(id_of(row, "agent_id", of="agent"), *map(uuid_of, agent_ids_in(row.meta))) for row in rows]
    return _found(Agent, [*chain.from_iterable(named)])


def id_of(row: History, name: str, *, of: str) -> UUID | None:
    """Return the id of the row that was changed, or the one that it names."""
    text = row.meta.get("id") if row.meta.get("what") == of else row.meta.get(name)
    return uuid_of(str(text)) if text else None


def _found(model: Any, ids: Sequence[UUID | None]) -> Mapping[UUID, Any]:
    wanted = {one for one in ids if one}
    found: Mapping[UUID, Any] = model.objects.in_bulk(wanted) if wanted else {}
    return found


THINGS: dict[str, Callable[[History, Names], str]] = {
    "account": lambda row, names: _alone(_("Login %(name)s"), names.login(row)),
    "agent": lambda row, names: _alone(_("Agent %(name)s"), names.agent(row)),
    "apikey": _key,
    "category": lambda row, _names: _("Category %(name)s") % {"name": row.meta.get("name", "")},
    "exclusion": lambda row, names: (
        _("Refusal of %(agent)s by %(name)s") % {"agent": names.agent(row), "name": names.person(row)}
    ),
    "grant": _grant,
    "invitation": _invitation,
    "membership": lambda row, names: _("Role of %(name)s") % {"name": names.login(row)},
    "person": lambda row, names: _alone(_("Person %(name)s"), names.person(row)),
    "policy": _rule,
    "schedule": lambda row, _names: _("Job “%(name)s”") % {"name": title_of(row.meta.get("job", ""))},
    "webhookendpoint": _webhook,
}
