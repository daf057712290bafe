"""The files that staff imported what happened from: memories, and the conversations that the server read them in."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from uuid import UUID

from django.utils.translation import gettext as _

from conversations.models import Turn
from interfaces.pages.cards.entered_by import file_sentence
from interfaces.pages.conversations.derived_memories import TURN
from interfaces.pages.history.entries import Entry
from memories.models import History, Provenance
from operations.importing.records import IMPORT_LABEL
from operations.models import ImportRun
from workspaces.actors import ActorKind


def with_files(entries: Iterable[Entry]) -> list[Entry]:
    """The entries, with a sentence where what they tell came from a file; three queries at most. In the entered
    scope."""
    entries = list(entries)
    written = [entry.row for entry in entries if entry.row.actor_kind == ActorKind.SYSTEM and entry.row.new_version_id]
    told = {**_imported([row for row in written if row.actor_label == IMPORT_LABEL]), **_said(written)}
    return [replace(entry, source=told.get(entry.row.id, "")) for entry in entries]


def _imported(rows: Sequence[History]) -> dict[UUID, str]:
    runs = {row.id: row.actor_id for row in rows if row.actor_id}
    names = dict(ImportRun.objects.filter(id__in=runs.values()).values_list("id", "name")) if runs else {}
    return {row_id: file_sentence([names.get(run, "")]) for row_id, run in runs.items()}


def _said(rows: Sequence[History]) -> dict[UUID, str]:
    """Of what the server read in messages of conversations that were imported."""
    places = {(row.memory_id, row.created_at): row.id for row in rows if row.actor_label != IMPORT_LABEL}
    if not places:
        return {}
    taken = Provenance.objects.filter(memory_id__in={memory_id for memory_id, _at in places})
    said = taken.filter(source_event__startswith=TURN).values_list("memory_id", "created_at", "source_event")
    events = {places[memory_id, at]: event for memory_id, at, event in said if (memory_id, at) in places}
    imported = Turn.objects.exclude(session__imported_from="").values_list("id", "session__imported_from")
    found = imported.filter(id__in={event.removeprefix(TURN) for event in events.values()}) if events else ()
    files = {f"{TURN}{turn_id}": file for turn_id, file in found}
    return {row_id: file_of_conversation(file) for row_id, event in events.items() if (file := files.get(event))}


def file_of_conversation(file: str) -> str:
    return _("From a conversation that your admin imported: {file}.").format(file=file)
