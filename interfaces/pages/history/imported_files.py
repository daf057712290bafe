"""The files of imported memories, and of imported conversations in which the server read memories."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from uuid import UUID

from django.utils.translation import gettext as _

from conversations.models import Turn
from conversations.turn_events import TURN, event_of, turn_id_of
from interfaces.pages.cards.entered_by import file_names, file_sentence
from interfaces.pages.history.entries import Entry
from memories.models import History, Provenance
from operations.importing.records import IMPORT_LABEL
from workspaces.actors import ActorKind


def with_files(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries, with a sentence where they are about something from a file. Three queries at most; runs in
    the entered scope."""
    entries = list(entries)
    written = [entry.row for entry in entries if entry.row.actor_kind == ActorKind.SYSTEM and entry.row.new_version_id]
    sources = {
        **_imported([row for row in written if row.actor_label == IMPORT_LABEL]),
        **_inferred([row for row in written if row.actor_label != IMPORT_LABEL]),
    }
    return [replace(entry, source=sources.get(entry.row.id, "")) for entry in entries]


def _imported(rows: Sequence[History]) -> dict[UUID, str]:
    runs = {row.id: row.actor_id for row in rows if row.actor_id}
    names = file_names(runs.values())
    return {row_id: file_sentence([names.get(run, "")]) for row_id, run in runs.items()}


def _inferred(rows: Sequence[History]) -> dict[UUID, str]:
    """Return the sentences for memories that the server read in messages of imported conversations."""
    places = {(row.memory_id, row.created_at): row.id for row in rows}
    if not places:
        return {}
    provenance = Provenance.objects.filter(memory_id__in={memory_id for memory_id, _at in places})
    sources = provenance.filter(source_event__startswith=TURN).values_list("memory_id", "created_at", "source_event")
    events = {places[memory_id, at]: event for memory_id, at, event in sources if (memory_id, at) in places}
    imported = Turn.objects.exclude(session__imported_from="").values_list("id", "session__imported_from")
    found = imported.filter(id__in=filter(None, map(turn_id_of, events.values()))) if events else ()
    files = {event_of(turn_id): file for turn_id, file in found}
    return {row_id: conversation_sentence(file) for row_id, event in events.items() if (file := files.get(event))}


def conversation_sentence(file: str) -> str:
    """Return a sentence that names the file of an imported conversation."""
    return _("From a conversation that your admin imported: {file}.").format(file=file)
