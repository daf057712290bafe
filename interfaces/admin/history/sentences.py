"""History rows as sentences for staff: what was done, and to which key, login or person."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from consent.proposals.undone_decisions import undone_by
from interfaces.admin.history.changes import (
    alias_sentences,
    category_sentences,
    changes_of,
    rule_sentences,
    setting_name,
    settings_of,
)
from interfaces.admin.history.links import merge_sentence
from interfaces.admin.history.recreated_memories import REWRITTEN, note_rewrites
from interfaces.admin.history.subjects import THINGS, Names, id_of
from interfaces.admin.tables.columns import NAME_CHARACTERS
from interfaces.admin.texts.wording import shortened
from interfaces.plain_words import name_of
from memories.maintenance.check_dependencies import CONFIRMED
from memories.models import History
from memories.models.choices import DetectedBy, Event, ValidationStatus
from operations.privacy.erase_messages import MESSAGE

MOST_PARTS = 5
SENTENCE, PAGE, LINKED = "sentence_of_row", "page_of_row", "linked_sentence_of_row"
# French and Spanish use a noun, because a participle would agree with the thing.
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
# For memories forgotten with the one that they were merged into.
WITH_MERGED: dict[str, Promise] = {
    Event.DELETE: gettext_lazy("Memory forgotten along with the one that it was merged into"),
    Event.TTL: gettext_lazy("Memory expired along with the one that it was merged into"),
    Event.RESTORE: gettext_lazy("Memory restored along with the one that it was merged into"),
}
VERDICTS: dict[str, Promise] = {
    "approve": gettext_lazy("Question approved"),
    "amend": gettext_lazy("Question approved with edits"),
    "reject": gettext_lazy("Question refused"),
    "withdraw": gettext_lazy("Answer undone"),
    "expire": gettext_lazy("Question expired without an answer"),
    "retract": gettext_lazy("Question withdrawn by whoever asked"),
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
# Column names in code and in the form.
SWITCHED = {"is_active", "May sign in"}
SWITCHED_OFF = gettext_lazy("Login %(name)s switched off")
FOUND = gettext_lazy("Links found by the server: %(count)d (%(how)s)")
DROPPED = gettext_lazy("Links removed by the server: %(count)d (%(how)s)")
# Keys with the parts that a row changed.
PARTS: dict[str, Promise] = {
    "changed": gettext_lazy("What was changed"),
    "changed_categories": gettext_lazy("Categories with other settings"),
    "changed_roles": gettext_lazy("Roles that read and write other categories"),
}
# Rows of grants and invitations are deleted only with their person.
PAGES = {
    **{what: f"admin:workspaces_{what}_change" for what in ("agent", "apikey", "account", "grant", "invitation")},
    "membership": "admin:workspaces_account_change",
    "webhookendpoint": "admin:workspaces_agent_change",
    "person": "admin:workspaces_person_overview",
}
# Labels of links to these pages.
KINDS: dict[str, Promise] = {
    "account": gettext_lazy("Login"),
    "agent": gettext_lazy("Agent"),
    "apikey": gettext_lazy("Key"),
    "category": gettext_lazy("Categories"),
    "grant": gettext_lazy("Access"),
    "invitation": gettext_lazy("Invitation"),
    "membership": gettext_lazy("Login"),
    "person": gettext_lazy("Person"),
    "webhookendpoint": gettext_lazy("Agent"),
}
LISTS = {
    "policies": "admin:policies",
    "categories": "admin:category_config",
    "category": "admin:category_config",
    "allowlist": "admin:category_config",
}


def heading_of(sentence: str) -> str:
    """Return a long sentence without its details: "Rule changed"."""
    if len(sentence) <= NAME_CHARACTERS:
        return sentence
    return shortened(re.split(r" \(|[,;:] ", sentence, maxsplit=1)[0], NAME_CHARACTERS)


def note_sentences(rows: Iterable[History]) -> None:
    """Set each row's sentence, also with links to the memories that it was merged with."""
    rows = list(rows)
    names, undone = Names.of(rows), undone_by(rows)
    note_rewrites(rows, undone=undone)
    for row in rows:
        setattr(row, SENTENCE, _("Approval undone") if row.id in undone else sentence_of(row, names))
        setattr(row, LINKED, merge_sentence(row, names.others(row), has_links=True))
        setattr(row, PAGE, _page(row, names))


def sentence_of(row: History, names: Names) -> str:
    if "what" in row.meta:
        return _setup(row, names)
    if "erased" in row.meta:
        return _("Message of a conversation erased") if row.meta["erased"] == MESSAGE else _("Conversation erased")
    if row.memory_id is None and row.event == Event.PURGE:
        return _("Everything of a person erased") if row.person_id else _("Everything in the workspace erased")
    if row.event == Event.EXPORT:
        return _("Data of a person exported") if row.person_id else _("Workspace exported")
    if row.event == Event.LINK:
        return _link(row, names)
    return merge_sentence(row, names.others(row)) or _memory(row)


def _memory(row: History) -> str:
    """Return what was done to one memory, or answered about it."""
    if "validation_status" in row.meta:
        is_wrong = row.meta["validation_status"] == ValidationStatus.REJECTED
        return _("Memory marked as wrong") if is_wrong else _("Memory marked as correct")
    if CONFIRMED in row.meta:
        return _("Memory said to be still true")
    if "behind" in row.meta and row.event in WITH_MERGED:
        return str(WITH_MERGED[row.event])
    if {"undone", "unmerged_from"} & row.meta.keys():
        return _("Merge undone")
    if "restored_version" in row.meta:
        return _("Version %(number)s restored") % {"number": row.meta["restored_version"]}
    event = Event.ADD if getattr(row, REWRITTEN, False) else row.event
    return str(VERDICTS.get(str(row.meta.get("verdict"))) or MEMORY.get(event) or row.get_event_display())


def _link(row: History, names: Names) -> str:
    """Return one link by its other end; links that the server found together by their number and other ends."""
    others, is_removed = names.others(row), "unlinked" in row.meta
    if row.meta.get("by") in DetectedBy.values:
        number = row.meta["unlinked" if is_removed else "count"]
        text = (DROPPED if is_removed else FOUND) % {"count": number, "how": DetectedBy(row.meta["by"]).label}
        texts = ", ".join(_("“%(text)s”") % {"text": one.text} for one in others)
        return f"{text}: {texts}" if others else text
    if others:
        return (_("Link to “%(text)s” removed") if is_removed else _("Linked to “%(text)s”")) % {"text": others[0].text}
    return str(MEMORY[row.event])


def _setup(row: History, names: Names) -> str:
    what, done = row.meta["what"], row.meta.get("done", "")
    if text := _login(what, done, row.meta):
        return str(text) % {"name": names.login(row)}
    if parts := [*_parts(row, names)]:
        return "; ".join([*parts[:MOST_PARTS], *_further(len(parts) - MOST_PARTS)])
    if what == "membership" and (changes := changes_of(row, names.agents)):
        _role, before, after = changes[0]
        return str(ROLE_CHANGED) % {"name": names.login(row), "before": before, "after": after}
    thing = _thing(row, names)
    if what == "apikey" and done == "changed":
        return _("%(thing)s rotated") % {"thing": thing}
    if done == "changed" and (changes := changes_of(row, names.agents)):
        parts = [str(PART_CHANGED) % {"name": name, "before": old, "after": new} for name, old, new in changes]
        return str(CHANGED) % {"thing": thing, "changes": "; ".join(parts)}
    return str(DONE[done]) % {"thing": thing} if done in DONE else thing


def _parts(row: History, names: Names) -> Iterator[str]:
    """Return what one saving did to each rule or category."""
    if row.meta["what"] == "policies":
        yield from rule_sentences(row.meta, names.agents)
        yield from alias_sentences(row.meta)
    if row.meta["what"] == "categories":
        yield from category_sentences(row.meta)


def _further(count: int) -> list[str]:
    """Return how many parts are not named; the entry's page shows them all."""
    return [ngettext("and %(count)s more", "and %(count)s more", count) % {"count": count}] if count > 0 else []


def _page(row: History, names: Names) -> str:
    """Return the page of the part of the setup that a row is about; empty where it was deleted, or has no page."""
    what = row.meta.get("what", "")
    if what in LISTS:
        return reverse(LISTS[what])
    column = {"membership": "account_id", "webhookendpoint": "agent_id"}.get(what, "")
    row_id = id_of(row, column, of="" if column else what)
    known: dict[str, Container[UUID]] = {"agent": names.agents, "apikey": names.keys, "account": names.logins}
    known |= {"membership": names.logins, "person": names.people, "webhookendpoint": names.agents}
    is_there = row_id in known[what] if what in known else row.person_id is None or row.person_id in names.people
    name = PAGES.get(what, "")
    return reverse(name, args=[row_id]) if name and row_id and is_there else ""


def part_of(row: History) -> str:
    """Return the kind of thing in the setup that an entry is about, in a word."""
    return str(KINDS.get(row.meta["what"]) or WHOLE.get(row.meta["what"]) or "")


def _login(what: str, done: str, meta: Mapping[str, Any]) -> Promise | None:
    """Return what was done to a login, where there is more to say than that it was changed."""
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


def details_of(row: History, changes: Sequence[Any]) -> list[tuple[str, str]]:
    """Return an addition's settings, or the changed parts without values; empty where the row has neither.

    `changes` are those that it has values for.
    """
    if settings := settings_of(row):
        return settings
    if changes:
        unkept = ", ".join(map(setting_name, row.meta.get("unkept", ())))
        return [(_("Changed too; the history keeps no names"), unkept)] if unkept else []
    parts = [(label, row.meta.get(name) or ()) for name, label in PARTS.items()]
    return [(str(label), ", ".join(_part(name) for name in names)) for label, names in parts if names]


def _part(name: str) -> str:
    """Return a form's label, or the name of a column or category in words."""
    return _(name) if " " in name or name[:1].isupper() else capfirst(name_of(name))


def _thing(row: History, names: Names) -> str:
    """Return the key, login, rule or other part of the setup that a row is about."""
    what = row.meta["what"]
    return THINGS[what](row, names) if what in THINGS else str(WHOLE.get(what, capfirst(what)))
