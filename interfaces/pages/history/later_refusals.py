"""Texts that the person refused after they were stored: a note beside the buttons that restore them, and once they are
restored."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from consent.proposals.refused_values import refused_since
from interfaces.pages.history.entries import Entry
from memories.models import MemoryVersion


def with_refusals(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries, with a note where the text that they restore was refused since; two queries where any
    restores something. Runs in the entered scope."""
    entries = list(entries)
    offered = {version_id for one in entries if (version_id := _restorable(one))}
    found = MemoryVersion.objects.filter(id__in=offered).select_related("memory") if offered else ()
    notes: dict[UUID | None, str] = {
        version_id: refused_on(at) for version_id, at in refused_since(list(found)).items()
    }
    return [replace(one, refused=notes.get(_restorable(one), "")) for one in entries]


def _restorable(entry: Entry) -> UUID | None:
    """Return the id of the version that the entry can restore; None where it restores none."""
    return (entry.row.new_version_id or entry.row.old_version_id) if entry.version else None


def refusals_by_number(versions: Sequence[MemoryVersion]) -> dict[int, str]:
    """Return the notes for one memory's versions, by version number; one query. Runs in the entered scope."""
    refused = refused_since(versions)
    return {version.number: refused_on(refused[version.id]) for version in versions if version.id in refused}


def refused_on(at: datetime) -> str:
    return _("You refused this on {day}.").format(day=date_format(localtime(at)))
