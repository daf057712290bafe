"""Everything stored about me as a file: JSON for programs, HTML for reading."""

import json
from collections.abc import Callable
from datetime import datetime
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from consent.models.proposal import ProposalState
from interfaces.pages import wording
from interfaces.pages.person_view import PersonView
from memories.models.choices import Event, LifecycleState, ValidationStatus
from operations.privacy.person_export import write_export

IN_MEMORY_BYTES = 8 * 1024 * 1024
# The lists and columns of the HTML export.
READABLE = (
    ("memories", _("What is remembered"), ("content", "category", "created_at")),
    ("facts", _("Facts"), ("key", "value", "valid_from")),
    ("turns", _("Conversations"), ("occurred_at", "speaker", "role", "content")),
    ("proposals", _("Requests for your approval"), ("field", "old_value", "new_value", "state", "decided_at")),
    ("tasks", _("Tasks"), ("title", "status", "updated_at")),
    ("retrieval_events", _("Questions by assistants"), ("created_at", "actor_label", "query")),
    ("artifacts", _("Files"), ("name", "artifact_type", "created_at")),
    ("history", _("History"), ("created_at", "event", "category", "actor_label")),
)
NAMES = ("key", "field", "category")
COLUMNS: dict[str, Promise] = {
    "content": _("Text"),
    "category": _("Category"),
    "created_at": _("Saved"),
    "key": _("Field"),
    "value": _("Value"),
    "valid_from": _("Since"),
    "occurred_at": _("Time"),
    "speaker": _("Speaker"),
    "role": _("Role"),
    "field": _("Field"),
    "old_value": _("Before"),
    "new_value": _("Afterwards"),
    "state": _("Status"),
    "decided_at": _("Decided"),
    "title": _("Title"),
    "status": _("Status"),
    "updated_at": _("Last changed"),
    "actor_label": _("By"),
    "query": _("Question"),
    "name": _("Name"),
    "artifact_type": _("Type"),
    "event": _("Event"),
}
LABELS: dict[str, dict[str, Promise]] = {
    "state": dict(ProposalState.choices),
    "event": dict(Event.choices),
    "role": wording.SPEAKERS,
}
TIMES = ("_at", "valid_from")


class ExportView(PersonView):
    """A file with everything; written in batches, each in a scope of its own."""

    reads_in_scope = False

    def written(self) -> IO[bytes]:
        person_id = self.person_id
        # The response closes it.
        file = SpooledTemporaryFile(max_size=IN_MEMORY_BYTES)  # noqa: SIM115
        write_export(file, person_id=person_id, actor=self.actor, now=self.now)
        file.seek(0)
        return file


class JsonExportView(ExportView):
    def get(self, request: HttpRequest) -> HttpResponseBase:
        name = f"my-data-{self.now:%Y-%m-%d}.json"
        return FileResponse(self.written(), as_attachment=True, filename=name, content_type="application/json")


class ReadableExportView(ExportView):
    def get(self, request: HttpRequest) -> HttpResponse:
        with self.written() as file:
            document = json.load(file)
        context = {
            "person": document["person"],
            "now": self.now,
            "sections": [_section(document, *one) for one in READABLE],
        }
        page = render_to_string("my_data/readable.html", context)
        name = f"my-data-{self.now:%Y-%m-%d}.html"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return HttpResponse(page, content_type="text/html; charset=utf-8", headers=headers)


def _section(document: dict[str, Any], name: str, title: str, columns: tuple[str, ...]) -> dict[str, Any]:
    stands = STANDING.get(name)
    rows = [_in_words(_with_content(row)) for row in document.get(name, []) if stands is None or stands(row)]
    return {
        "title": title,
        "columns": [COLUMNS[column] for column in columns],
        "rows": [[_cell(column, row.get(column)) for column in columns] for row in rows],
    }


def _is_remembered(memory: dict[str, Any]) -> bool:
    return bool(memory["state"] == LifecycleState.ACTIVE and memory["validation_status"] != ValidationStatus.REJECTED)


# What was forgotten, undone or said to be wrong is in the JSON file alone.
STANDING: dict[str, Callable[[dict[str, Any]], bool]] = {
    "memories": _is_remembered,
    "facts": lambda fact: fact["valid_to"] is None,
}


def _with_content(row: dict[str, Any]) -> dict[str, Any]:
    """A memory with the content of its last version."""
    versions = row.get("versions")
    return row | {"content": max(versions, key=lambda one: one["number"])["content"]} if versions else row


def _in_words(row: dict[str, Any]) -> dict[str, Any]:
    """Keys, categories and labels as the pages write them: `answer_style` → "Answer style"."""
    names = {name: capfirst(wording.field_name(row[name])) for name in NAMES if row.get(name)}
    labels = {name: str(LABELS[name].get(row[name], row[name])) for name in LABELS if row.get(name)}
    who = {"actor_label": wording.actor_name(row["actor_label"])} if row.get("actor_label") else {}
    is_fact = str(row.get("key", "")).startswith("fact:")
    content = {"content": wording.version_text(row["content"], is_fact=is_fact)} if "content" in row else {}
    kept = {"new_value": row["kept_value"]} if row.get("kept_value") and row["state"] == ProposalState.AMENDED else {}
    query = {"query": wording.quoted_query(row["query"])} if row.get("query") else {}
    return row | names | labels | who | content | kept | query


def _cell(column: str, value: Any) -> Any:
    """Times as such, so that the page writes them in the person's own way."""
    if value and column.endswith(TIMES):
        return datetime.fromisoformat(value)
    return wording.readable(value) if isinstance(value, str) else "" if value is None else value
