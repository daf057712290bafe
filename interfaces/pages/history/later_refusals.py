"""Texts that the person refused after they were stored: a note beside the buttons that restore them, and once
restored."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from consent.proposals.refused import refused_since
from interfaces.pages.history.entries import Entry
from memories.models import MemoryVersion


def with_refusals(entries: Iterable[Entry]) -> list[Entry]:
    """The entries, with a sentence where what they restore was refused since; two queries where any restores
    something. In the entered scope."""
    entries = list(entries)
    offered = {version_id for one in entries if (version_id := _offered(one))}
    found = MemoryVersion.objects.filter(id__in=offered).select_related("memory") if offered else ()
    told: dict[UUID | None, str] = {version_id: refused_on(at) for version_id, at in refused_since(list(found)).items()}
    return [replace(one, refused=told.get(_offered(one), "")) for one in entries]


def _offered(entry: Entry) -> UUID | None:
    """Of which version the entry has the text, and restores it; None where it restores none."""
    return (entry.row.new_version_id or entry.row.old_version_id) if entry.version else None


def refusals_by_number(versions: Sequence[MemoryVersion]) -> dict[int, str]:
    """Of one memory's versions, the sentences by their numbers; one query. In the entered scope."""
    refused = refused_since(versions)
    return {version.number: refused_on(refused[version.id]) for version in versions if version.id in refused}


def refused_on(at: datetime) -> str:
    return _("You refused this on {day}.").format(day=date_format(localtime(at)))
