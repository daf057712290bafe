"""The settings that a history row changed: their values before and after."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import chain
from typing import Any
from uuid import UUID

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from consent.policies.file import ANSWERS, MATCHES, NUMBERS, PolicyEntry
from interfaces.admin.history.category_changes import setting_changes, settings_in_words
from interfaces.admin.policies.wording import in_full
from interfaces.admin.texts.wording import category_label, uuid_of
from interfaces.plain_words import name_of
from interfaces.roles import role_title
from memories.maintenance.record_setup import COLUMNS
from memories.models import History
from workspaces.models import Agent
from workspaces.models.agent import Colour, Icon
from workspaces.models.grant import CEILINGS
from workspaces.models.membership import Role

SETTINGS: dict[str, Promise] = {
    "agent_id": gettext_lazy("Agent"),
    "ceiling": gettext_lazy("Highest sensitivity"),
    "can_read": gettext_lazy("May read"),
    "can_write": gettext_lazy("May write"),
    "colour": gettext_lazy("Colour"),
    "expires_at": gettext_lazy("Ends"),
    "grants_new_agents": gettext_lazy("New agents may read and write everyone's memories"),
    "icon": gettext_lazy("Icon"),
    "is_active": gettext_lazy("Active"),
    "is_paused": gettext_lazy("Paused"),
    "is_staff": gettext_lazy("May open the admin"),
    "may_audit": gettext_lazy("May read the history"),
    "memories": gettext_lazy("Memories"),
    "relays_consent": gettext_lazy("Relays answers"),
    "requests_per_minute": gettext_lazy("Requests per minute"),
    "retention_enabled": gettext_lazy("Forgets what nobody uses"),
    "role": gettext_lazy("Role"),
    "storage_bytes": gettext_lazy("Bytes stored"),
    "tokens_per_day": gettext_lazy("Tokens per day"),
}
RULE = gettext_lazy("Rule")
RULES: dict[str, Promise] = {
    "added": gettext_lazy("Rule added (%(rule)s)"),
    "removed": gettext_lazy("Rule removed (%(rule)s)"),
}
RULE_CHANGED = gettext_lazy("Rule changed (%(before)s → %(after)s)")
OTHER_NAME = gettext_lazy("Other name “%(name)s”")
NAMES: dict[str, Promise] = {
    "added": gettext_lazy("Other name “%(name)s” → %(field)s added"),
    "removed": gettext_lazy("Other name “%(name)s” → %(field)s removed"),
    "changed": gettext_lazy("Other name “%(name)s” changed (%(before)s → %(field)s)"),
}
CATEGORIES: dict[str, Promise] = {
    "added_categories": gettext_lazy("Category %(name)s added"),
    "removed_categories": gettext_lazy("Category %(name)s removed"),
    "changed_categories": gettext_lazy("Category %(name)s changed"),
}
READ_BY = gettext_lazy("%(category)s, read and written by: %(before)s → %(after)s")
READERS = gettext_lazy("Roles that read and write %(name)s")
Agents = Mapping[UUID, Agent]
SHOWN_WHEN_ADDED = ("agent", "apikey", "grant", "invitation")


def agent_ids_in(meta: Mapping[str, Any]) -> Iterator[str]:
    """Return the ids of agents in the changed rules and settings of an entry."""
    rules = _rules(meta) if meta.get("what") == "policies" else [(meta.get("before"), None)]
    for side in chain.from_iterable(rules):
        if side and side.get("agent_id"):
            yield str(side["agent_id"])


def changes_of(row: History, agents: Agents) -> list[tuple[str, str, str]]:
    """Return each change as name, before and after; empty where the entry does not have them. `agents` is by id."""
    if row.meta.get("what") == "policies":
        rules = [(str(RULE), _in_words(old, agents), _in_words(new, agents)) for old, new in _rules(row.meta)]
        return [*rules, *((str(OTHER_NAME) % {"name": name}, *pair) for name, pair in _renamed(row.meta))]
    if row.meta.get("what") == "categories":
        return [*_category_changes(row.meta)]
    held: Mapping[str, Any] = row.meta.get("before") or {}
    what = str(row.meta.get("what"))
    return [
        (setting_name(name), _value(what, name, value, agents), _value(what, name, after, agents))
        for name, value in held.items()
        if (after := row.meta.get(name)) != value
    ]


def settings_of(row: History) -> list[tuple[str, str]]:
    """Return each setting of an addition as name and value; none where the sentence has them."""
    what = str(row.meta.get("what"))
    if what not in SHOWN_WHEN_ADDED or row.meta.get("done") != "added":
        return []
    held = {name: row.meta.get(name) for name in COLUMNS[what] if name != "agent_id"}  # the sentence contains it
    return [
        (setting_name(name), _value(what, name, value, {})) for name, value in held.items() if value not in (None, "")
    ]


def setting_name(name: str) -> str:
    return str(SETTINGS.get(name, capfirst(name_of(name))))


def rule_sentences(meta: Mapping[str, Any], agents: Agents) -> Iterator[str]:
    """Return a sentence for each rule that one saving changed."""
    for pair in meta.get("replaced", ()):
        yield str(RULE_CHANGED) % {name: _in_words(rule, agents) for name, rule in pair.items()}
    for done, text in RULES.items():
        yield from (str(text) % {"rule": _in_words(rule, agents)} for rule in meta.get(done, ()))


def alias_sentences(meta: Mapping[str, Any]) -> Iterator[str]:
    """Return a sentence for each other name of a field that one saving changed."""
    for name, (before, after) in _renamed(meta):
        text = NAMES["changed" if "–" not in (before, after) else "added" if before == "–" else "removed"]
        yield str(text) % {"name": name, "field": before if after == "–" else after, "before": before}


def _renamed(meta: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Return each other name of a field with the field before and after, in words."""
    for name, pair in sorted(meta.get("renamed", {}).items()):
        yield name, (_field(pair["before"]), _field(pair["after"]))


def _field(address: str) -> str:
    return name_of(address.partition(".")[2]) if address else "–"


def category_sentences(meta: Mapping[str, Any]) -> Iterator[str]:
    """Return which categories one saving added, removed or changed, with their settings and which roles read each."""
    if "readers" not in meta:
        return  # Older entries do not distinguish additions from changes.
    texts = {name: text for part, text in CATEGORIES.items() for name in meta.get(part, ())}
    readers = _readers(meta)
    for name in sorted(texts.keys() | readers.keys()):
        text = str(texts.get(name, CATEGORIES["changed_categories"])) % {"name": category_label(name)}
        if settings := settings_in_words(meta, name):
            text = f"{text}, {settings}"
        if name in readers:
            before, after = readers[name]
            text = str(READ_BY) % {"category": text, "before": before, "after": after}
        yield text


def _category_changes(meta: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Return the changes in the order of the table of categories; JSON in the database has no order."""
    readers = _readers(meta)
    for name in sorted({*meta.get("settings", ()), *readers}):
        yield from setting_changes(meta, name)
        if name in readers:
            yield (str(READERS) % {"name": category_label(name)}, *readers[name])


def _readers(meta: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Return, by category, the roles that read it before and after."""
    pairs = meta.get("readers", {}).items()
    return {name: (_roles(pair["before"]), _roles(pair["after"])) for name, pair in pairs}


def _roles(roles: Iterable[str]) -> str:
    return ", ".join(map(role_title, roles)) or _("no role")


def _in_words(rule: Mapping[str, Any] | None, agents: Agents) -> str:
    """Return a rule of the history in words, with who else may answer and how much evidence it needs."""
    if rule is None:
        return "–"
    agent = _agent(rule.get("agent_id"), agents)
    given = {name: rule[name] for name in (*MATCHES, *NUMBERS, *ANSWERS, "outcome") if name in rule}
    given["person"] = uuid_of(rule.get("about_person_id", "")) or ""
    entry = PolicyEntry(**given, origin=rule.get("trust", ""), agent=agent.name if agent else "")
    return in_full(entry)


def _agent(agent_id: Any, agents: Agents) -> Agent | None:
    number = uuid_of(str(agent_id or ""))
    return agents.get(number) if number else None


def _rules(meta: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any] | None, Mapping[str, Any] | None]]:
    """Return each rule before and after."""
    yield from ((pair["before"], pair["after"]) for pair in meta.get("replaced", ()))
    yield from ((None, rule) for rule in meta.get("added", ()))
    yield from ((rule, None) for rule in meta.get("removed", ()))


def _value(what: str, name: str, value: Any, agents: Agents) -> str:
    if value in (None, ""):
        return "–"
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    if name.endswith("_at"):
        return date_format(localtime(datetime.fromisoformat(value)), "DATETIME_FORMAT")
    if name == "role" and what in ("invitation", "membership"):
        return str(Role(value).label)
    if name == "agent_id":
        agent = _agent(value, agents)
        return agent.called if agent else "–"
    return WORDS.get(name, str)(value)


WORDS: Mapping[str, Callable[[Any], str]] = {
    "colour": lambda value: str(dict(Colour.choices).get(value, value)),
    "icon": lambda value: str(dict(Icon.choices).get(value, value)),
    "ceiling": lambda value: str(dict(CEILINGS).get(value, value)),
    "role": role_title,
}
