"""Rows of the history as sentences for staff: what was done, and to which key, login or person."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from consent.proposals.undone import undone_by
from interfaces.admin.actors import GONE as NOBODY
from interfaces.admin.columns import NAMED
from interfaces.admin.history_changes import category_sentences, changes_of, rule_sentences
from interfaces.admin.job_texts import title_of
from interfaces.admin.wording import uuid_of
from interfaces.plain_words import name_of
from memories.maintenance.check_dependencies import CONFIRMED
from memories.models import History, Memory
from memories.models.choices import DetectedBy, Event, ValidationStatus
from workspaces.models import Account, Agent, ApiKey, Person

SENTENCE, PAGE = "sentence_of_row", "page_of_row"
# French and Spanish tell these with a noun, for a participle would agree with the thing.
DONE: dict[str, Promise] = {
    "added": gettext_lazy("%(thing)s added"),
    "changed": gettext_lazy("%(thing)s changed"),
    "revoked": gettext_lazy("%(thing)s revoked"),
    "deleted": gettext_lazy("%(thing)s removed"),
}
MEMORY: dict[str, Promise] = {
    Event.ADD: gettext_lazy("Memory added"),
    Event.UPDATE: gettext_lazy("Memory changed"),
    Event.DELETE: gettext_lazy("Memory forgotten"),
    Event.MERGE: gettext_lazy("Memories merged"),
    Event.LINK: gettext_lazy("Memories linked"),
    Event.TTL: gettext_lazy("Memory expired"),
    Event.RESTORE: gettext_lazy("Memory restored"),
    Event.PURGE: gettext_lazy("Memory erased"),
    Event.CONSENT: gettext_lazy("Question answered"),
}
VERDICTS: dict[str, Promise] = {
    "approve": gettext_lazy("Question approved"),
    "amend": gettext_lazy("Question approved with edits"),
    "reject": gettext_lazy("Question refused"),
    "withdraw": gettext_lazy("Answer undone"),
    "expire": gettext_lazy("Question expired without an answer"),
}
WHOLE: dict[str, Promise] = {
    "allowlist": gettext_lazy("Categories of a role"),
    "categories": gettext_lazy("Categories"),
    "policies": gettext_lazy("Rules"),
    "quota": gettext_lazy("Limits of the workspace"),
    "workspace": gettext_lazy("Workspace"),
}
ROLE_CHANGED = gettext_lazy("Role of %(name)s changed: %(before)s → %(after)s")
CHANGED = gettext_lazy("%(thing)s changed (%(changes)s)")
PART_CHANGED = gettext_lazy("%(name)s: %(before)s → %(after)s")
# The column as code names it, and as the form does.
SWITCHED = {"is_active", "May sign in"}
SWITCHED_OFF = gettext_lazy("Login %(name)s switched off")
# What a row says of the parts that were changed.
PARTS: dict[str, Promise] = {
    "changed": gettext_lazy("What was changed"),
    "changed_categories": gettext_lazy("Categories with other settings"),
    "changed_roles": gettext_lazy("Roles that read other categories"),
}
PARTS_OF = {"policies": rule_sentences, "categories": category_sentences}
# Rows of grants and invitations go only with their person.
PAGES = {
    **{what: f"admin:workspaces_{what}_change" for what in ("agent", "apikey", "account", "grant", "invitation")},
    "membership": "admin:workspaces_account_change",
    "person": "admin:workspaces_person_overview",
}
LISTS = {
    "policies": "admin:policies",
    "categories": "admin:category_config",
    "category": "admin:category_config",
    "allowlist": "admin:category_config",
}
GONE: dict[str, Promise] = {
    "agent": gettext_lazy("an agent that is gone"),
    "account": NOBODY,
    "person": gettext_lazy("somebody who is gone"),
}


@dataclass(frozen=True, slots=True)
class Names:
    """What the rows of one page name, by id."""

    agents: Mapping[UUID, Agent]
    keys: Mapping[UUID, ApiKey]
    logins: Mapping[UUID, Account]
    people: Mapping[UUID, Person]
    linked: Mapping[UUID, Memory]

    @classmethod
    def of(cls, rows: Sequence[History]) -> "Names":
        """A query for each kind that is named. In the entered scope."""
        setup = [row for row in rows if "what" in row.meta]
        return cls(
            agents=_found(Agent, [_id(row, "agent_id", of="agent") for row in setup]),
            keys=_found(ApiKey, [_id(row, "", of="apikey") for row in setup]),
            logins=_found(Account, [_id(row, "account_id", of="account") for row in setup]),
            people=_found(Person, [row.person_id for row in setup]),
            linked=_memories([_other_end(row) for row in rows if row.event == Event.LINK]),
        )

    def agent(self, row: History) -> str:
        agent = self.agents.get(_id(row, "agent_id", of="agent") or row.id)
        return agent.called if agent else str(GONE["agent"])

    def login(self, row: History) -> str:
        login = self.logins.get(_id(row, "account_id", of="account") or row.id)
        return login.get_username() if login else str(GONE["account"])

    def person(self, row: History) -> str:
        person = self.people.get(row.person_id) if row.person_id else None
        return person.name if person else str(GONE["person"])


def tell(rows: Iterable[History]) -> None:
    """Note on each row its sentence."""
    rows = list(rows)
    names, undone = Names.of(rows), undone_by(rows)
    for row in rows:
        setattr(row, SENTENCE, _("Approval undone") if row.id in undone else sentence_of(row, names))
        setattr(row, PAGE, _page(row, names))


def sentence_of(row: History, names: Names) -> str:
    if "what" in row.meta:
        return _setup(row, names)
    if row.memory_id is None and row.event == Event.PURGE:
        return _("Everything of a person erased") if row.person_id else _("Everything in the workspace erased")
    if row.event == Event.EXPORT:
        return _("Data of a person exported") if row.person_id else _("Workspace exported")
    if row.event == Event.LINK:
        return _link(row, names)
    return _memory(row)


def _memory(row: History) -> str:
    """What was done to one memory, or answered about it."""
    if "validation_status" in row.meta:
        is_wrong = row.meta["validation_status"] == ValidationStatus.REJECTED
        return _("Memory marked as wrong") if is_wrong else _("Memory marked as correct")
    if CONFIRMED in row.meta:
        return _("Memory said to be still true")
    if "restored_version" in row.meta:
        return _("Version %(number)s restored") % {"number": row.meta["restored_version"]}
    return str(VERDICTS.get(str(row.meta.get("verdict"))) or MEMORY.get(row.event) or row.get_event_display())


def _link(row: History, names: Names) -> str:
    """One link by its other end; those that the server found together by their number."""
    if other := names.linked.get(_other_end(row) or row.id):
        text = {"text": NAMED[Memory].name(other)}
        return (_("Link to “%(text)s” removed") if "unlinked" in row.meta else _("Linked to “%(text)s”")) % text
    if row.meta.get("by") in DetectedBy.values and "count" in row.meta:
        how = DetectedBy(row.meta["by"]).label
        return _("Links found by the server: %(count)d (%(how)s)") % {"count": row.meta["count"], "how": how}
    return str(MEMORY[row.event])


def _setup(row: History, names: Names) -> str:
    what, done = row.meta["what"], row.meta.get("done", "")
    if text := _login(what, done, row.meta):
        return str(text) % {"name": names.login(row)}
    if what in PARTS_OF and (parts := [*PARTS_OF[what](row.meta)]):
        return "; ".join(parts)
    if what == "membership" and (changes := changes_of(row)):
        _role, before, after = changes[0]
        return str(ROLE_CHANGED) % {"name": names.login(row), "before": before, "after": after}
    thing = _thing(row, names)
    if what == "apikey" and done == "changed":
        return _("%(thing)s rotated") % {"thing": thing}
    if done == "changed" and (changes := changes_of(row)):
        parts = [str(PART_CHANGED) % {"name": name, "before": old, "after": new} for name, old, new in changes]
        return str(CHANGED) % {"thing": thing, "changes": "; ".join(parts)}
    return str(DONE[done]) % {"thing": thing} if done in DONE else thing


def _page(row: History, names: Names) -> str:
    """Where the part of the setup is that a row is about; empty where it is gone, or has no page."""
    what = row.meta.get("what", "")
    if what in LISTS:
        return reverse(LISTS[what])
    row_id = _id(row, "account_id", of="account") if what == "membership" else _id(row, "", of=what)
    known: dict[str, Container[UUID]] = {"agent": names.agents, "apikey": names.keys, "account": names.logins}
    known |= {"membership": names.logins, "person": names.people}
    is_there = row_id in known[what] if what in known else row.person_id is None or row.person_id in names.people
    name = PAGES.get(what, "")
    return reverse(name, args=[row_id]) if name and row_id and is_there else ""


def _login(what: str, done: str, meta: Mapping[str, Any]) -> Promise | None:
    """What was done to a login, where that says more than that it was changed."""
    changed = {*meta.get("changed", ())}
    if what == "account" and "reset_link" in changed:
        return gettext_lazy("Reset link sent for the login %(name)s")
    if what == "account" and SWITCHED & changed:
        return gettext_lazy("Login %(name)s switched on") if meta.get("is_active") else SWITCHED_OFF
    if what == "membership" and done == "added":
        return gettext_lazy("Login %(name)s added")
    if what == "membership" and "second_step" in changed:
        return gettext_lazy("Second step of %(name)s removed")
    return None


def details_of(row: History) -> list[tuple[str, str]]:
    """Which parts of the setup a row changed, in words; nothing where it does not say."""
    parts = [(label, row.meta.get(name) or ()) for name, label in PARTS.items()]
    return [(str(label), ", ".join(_part(name) for name in names)) for label, names in parts if names]


def _part(name: str) -> str:
    """A label of a form as it stands there, a name of a column or category in words."""
    return _(name) if " " in name or name[:1].isupper() else capfirst(name_of(name))


def _thing(row: History, names: Names) -> str:
    """Which key, login, rule or other part of the setup a row is about."""
    what = row.meta["what"]
    return THINGS[what](row, names) if what in THINGS else str(WHOLE.get(what, capfirst(what)))


def _alone(pattern: str, name: str) -> str:
    """The thing by its name; what is gone has none."""
    return capfirst(name) if name in map(str, GONE.values()) else pattern % {"name": name}


def _key(row: History, names: Names) -> str:
    key = names.keys.get(_id(row, "", of="apikey") or row.id)
    agent = names.agent(row)
    if key is None:
        return _("A key that is gone, of %(agent)s,") % {"agent": agent}
    return _("Key %(hint)s… of %(agent)s") % {"hint": key.beginning, "agent": agent}


def _grant(row: History, names: Names) -> str:
    agent = names.agent(row)
    if row.namespace_path:
        return _("Access of %(agent)s to %(path)s") % {"agent": agent, "path": row.namespace_path}
    if row.person_id is None:
        return _("Access of %(agent)s to everyone") % {"agent": agent}
    return _("Access of %(agent)s to %(name)s") % {"agent": agent, "name": names.person(row)}


def _rule(meta: Mapping[str, Any]) -> str:
    field = meta.get("fact_key") or meta.get("fact_category") or meta.get("category")
    return _("Rule about “%(field)s”") % {"field": name_of(field)} if field else _("Rule")


def _id(row: History, name: str, *, of: str) -> UUID | None:
    """The id of the row that was changed, or the one that it names."""
    text = row.meta.get("id") if row.meta.get("what") == of else row.meta.get(name)
    return uuid_of(str(text)) if text else None


def _other_end(row: History) -> UUID | None:
    """Of the two memories that an entry links, the one that it is not filed under."""
    ends = [uuid_of(str(row.meta.get(name, ""))) for name in ("from", "to")]
    return next((one for one in ends if one and one != row.memory_id), None)


def _memories(ids: Sequence[UUID | None]) -> Mapping[UUID, Memory]:
    wanted = {one for one in ids if one}
    return NAMED[Memory].rows().in_bulk(wanted) if wanted else {}


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
    "invitation": lambda row, names: (
        _("Invitation of %(name)s") % {"name": names.person(row)} if row.person_id else _("Invitation of staff")
    ),
    "membership": lambda row, names: _("Role of %(name)s") % {"name": names.login(row)},
    "person": lambda row, names: _alone(_("Person %(name)s"), names.person(row)),
    "policy": lambda row, _names: _rule(row.meta),
    "schedule": lambda row, _names: _("Job “%(name)s”") % {"name": title_of(row.meta.get("job", ""))},
    "webhookendpoint": lambda row, names: _("Webhook of %(agent)s") % {"agent": names.agent(row)},
}
