"""Importing memories from other systems: a file is tried first, then imported by a job."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from interfaces.admin.categories.preview import readers_of
from interfaces.admin.operations.server_health import WORKERS
from interfaces.admin.operations.waiting_records import waiting_records
from interfaces.admin.views.permissions import is_editor
from interfaces.form_fields import person_choices
from interfaces.oversized_forms import was_too_large
from interfaces.plain_words import title_of
from interfaces.roles import role_title
from memories.models.choices import DEFAULT_CATEGORY, MemoryType
from operations.importing.problems import text_of_problem
from operations.importing.record_outcomes import IN_CATEGORY
from operations.importing.records import UnknownFormat
from operations.importing.uploads import KEPT, LEFT_OUT, MOST_BYTES, REPLACING, import_upload, kind_of, new_upload
from operations.models import ImportRun
from operations.models.import_run import ImportState
from operations.monitoring.health import worker_state
from workspaces.models import Account, Allowlist, Person
from workspaces.models.category import SUPERVISOR

TOO_LARGE = _("The file is larger than 25 MB.")
UNFILED = DEFAULT_CATEGORY[MemoryType.SEMANTIC]
INPUT = {"class": "input"}
MOST_SHOWN = 50
FORMATS: dict[str, Promise | str] = {
    "chatgpt": _("ChatGPT: conversations.json, or the ZIP archive of the export"),
    "claude": _("Claude: conversations.json, or the ZIP archive of the export"),
    "mem0": _("mem0: an export as JSON"),
    "langgraph": _("LangGraph: a JSON list of the store's items"),
    "mcp": _("Reference memory server of MCP: memory.jsonl"),
    "jsonl": _("JSON lines of your own"),
}
# The keys of a line in the server's own format, with descriptions.
KEYS: Sequence[tuple[str, Promise]] = (
    ("type", _("memory, fact, turn (a message) or link. It may be left out, except of a link.")),
    ("content", _("What a memory or a message says. Required of both.")),
    (
        "id",
        _("Your own ID. A later line with the same ID changes the memory; a line without one is known by its text."),
    ),
    ("title, summary, category, tags, metadata, occurred_at, expires_at", _("What else a memory may have.")),
    ("importance, confidence", _("Of a memory, from 0 to 1.")),
    ("namespace, key", _("Where a memory is kept, below the person’s own place. Without a key, the ID is the key.")),
    ("derived_from", _("Keys of the memories that a memory is based on.")),
    ("category, key, value", _("Of a fact, such as identity, city and Faro. All three are required.")),
    (
        "role, speaker, session, occurred_at",
        _("Of a message: who said it (user or assistant), in which conversation, and when."),
    ),
    ("from, to, relation_type", _("Of a link: the keys of two memories, and how they are related.")),
)
EXAMPLE = """{"id": "m1", "content": "Grows figs.", "category": "preferences", "occurred_at": "2026-01-02T03:04:05Z"}
{"type": "fact", "category": "identity", "key": "city", "value": "Faro"}
{"role": "user", "session": "chat-1", "content": "I grow figs."}
{"type": "link", "from": "m2", "to": "m1", "relation_type": "mentions"}"""
OF_LINES = ("jsonl", "mcp")
OF_MESSAGES = ("new_turns", "known_turns")
COLOURS = {
    ImportState.TRYING: "waits",
    ImportState.TRIED: "waits",
    ImportState.IMPORTING: "waits",
    ImportState.IMPORTED: "good",
    ImportState.FAILED: "bad",
}
QUESTIONS = "questions"
NOBODY_ANSWERS = (_("Questions that nobody could answer yet"), _("Questions that nobody can answer yet"))
OTHERS_ANSWER = (_("Questions that would be asked"), _("Questions asked when it was imported"))
# Outcomes of records, in the order of the page: for a trial, and for an import.
COUNTS: Mapping[str, tuple[Promise, Promise]] = {
    "new_turns": (_("Messages that would be added"), _("Messages added")),
    "known_turns": (_("Messages that are there already"), _("Messages that were there already")),
    "stored": (_("Would be stored"), _("Stored")),
    "changed": (_("Would be changed"), _("Changed")),
    "alike": (_("Of these say the same as another memory"), _("Of these say the same as another memory")),
    "expired": (_("Of these expired already"), _("Of these expired already")),
    "waiting": (
        _("Would wait for the person, or for a second sign"),
        _("Waited for the person, or for a second sign, when it was imported"),
    ),
    QUESTIONS: (_("Questions that the person would be asked"), _("Questions that the person was asked")),
    "unchanged": (_("Are there already"), _("Were there already")),
    "refused_before": (_("Would be left out: refused before"), _("Left out: refused before")),
    "refused": (_("Would be left out: see the problems"), _("Left out: see the problems")),
}


class UploadForm(forms.Form):
    """A file, the program that wrote it, and the person it is about."""

    person = forms.ChoiceField(label=_("About"), widget=forms.Select(attrs=INPUT))
    source = forms.ChoiceField(label=_("What it comes from"), choices=FORMATS.items, widget=forms.Select(attrs=INPUT))
    file = forms.FileField(
        label=_("File"),
        max_length=200,
        widget=forms.ClearableFileInput(attrs=INPUT),
        help_text=_("At most 25 MB. Larger files are imported on the server, with manage.py import_memories."),
    )
    only = forms.CharField(
        label=_("Only this part"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={**INPUT, "autocomplete": "off"}),
        help_text=_("One user of mem0, or a namespace of LangGraph such as ana.notes. Else leave it empty."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"label_suffix": ""})
        self.fields["person"].choices = person_choices(list(Person.objects.order_by("name", "id")))  # type: ignore[attr-defined]

    @classmethod
    def refusing_size(cls) -> "UploadForm":
        """Return an empty form with the error: the request was not read."""
        form = cls({})
        form.errors.clear()
        form.add_error("file", TOO_LARGE)
        return form

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise forms.ValidationError(TOO_LARGE)
        return file

    def store(self, account_id: UUID | None) -> ImportRun | None:
        """Store the upload of a valid form; None, with an error at the file, where it cannot be read."""
        given = self.cleaned_data
        file, values = given["file"], {"source": given["source"], "only": given["only"].strip()}
        values |= {"name": file.name, "content": file.read(), "person_id": UUID(given["person"])}
        try:
            return new_upload(**values, account_id=account_id, now=timezone.now())
        except UnknownFormat as error:
            self.add_error("file", gettext("It cannot be read: %(problem)s") % {"problem": error})
            return None


def imports_page(request: HttpRequest) -> HttpResponse:
    """List the latest imports for all staff, with the form for editors."""
    chosen = {"person": request.GET.get("person", "")}
    form = UploadForm(request.POST or None, request.FILES or None, initial=chosen) if is_editor(request) else None
    is_too_large = was_too_large(request)
    if form and is_too_large:
        form = UploadForm.refusing_size()
    if request.method == "POST":
        if form is None:
            raise PermissionDenied
        account = request.user
        assert isinstance(account, Account)
        if form.is_valid() and (run := form.store(account.id)):
            return redirect("admin:import_run", run.id)
    rows = list(ImportRun.objects.defer("content").order_by("-created_at", "-id")[:MOST_SHOWN])
    people = Person.objects.in_bulk({row.person_id for row in rows})
    shown = [(row, people.get(row.person_id), COLOURS[ImportState(row.state)]) for row in rows]
    page = {"title": _("Imports"), "form": form, "rows": shown, "keys": KEYS, "example": EXAMPLE}
    return _page(request, "admin/import/list.html", page, status=413 if is_too_large else 200)


def import_run_page(request: HttpRequest, run_id: UUID) -> HttpResponse:
    """Show the outcome of one; by POST it is imported, or discarded."""
    run = get_object_or_404(ImportRun, id=run_id)
    if request.method == "POST":
        return _carry_on(request, run)
    page = {
        "title": _("Import"),
        "subtitle": run.name,
        "run": run,
        "colour": COLOURS[ImportState(run.state)],
        "source": FORMATS[run.format],
        "person": Person.objects.filter(id=run.person_id).first(),
        "by": Account.objects.filter(id=run.account_id).first() if run.account_id else None,
        **_waiting(run),
        **_filed(run),
        "has_messages": any(run.counts.get(name) for name in OF_MESSAGES),
        "problem": run.problem,
        "problems": _problems(run, LEFT_OUT),
        "repeated": _problems(run, KEPT),
        "replaced": _problems(run, REPLACING),
        "place": _("Line") if run.format in OF_LINES else _("Entry"),
        "may_import": is_editor(request) and run.is_to_import,
        "may_discard": is_editor(request) and run.state == ImportState.TRIED and run.content is not None,
        "is_gone": run.state == ImportState.TRIED and run.content is None,
        "finding": WORKERS.get(worker_state()) if run.is_worked_on else None,
    }
    return _page(request, "admin/import/run.html", page)


def _carry_on(request: HttpRequest, run: ImportRun) -> HttpResponse:
    if not is_editor(request):
        raise PermissionDenied
    if "discard" in request.POST:
        if not run.discard():
            return redirect("admin:import_run", run.id)
        messages.success(request, _("Discarded, with its file."))
        return redirect("admin:imports")
    if not import_upload(run):
        messages.warning(request, _("This file is imported already, or no longer kept. Upload it again."))
    return redirect("admin:import_run", run.id)


def _problems(run: ImportRun, kind: str) -> list[tuple[int | None, str, str]]:
    """Return line, record and reason of the problems of this kind."""
    found = [one for one in run.problems if kind_of(one) == kind]
    found.sort(key=lambda one: (one["line"] is None, one["line"] or 0))
    return [(one["line"], one["record"], text_of_problem(one["reason"])) for one in found]


def _waiting(run: ImportRun) -> dict[str, Any]:
    """Return the counts, and the first waiting records, with whether anyone can answer."""
    rows = waiting_records(run)
    stuck = [row.is_stuck for row, record in zip(rows, run.waiting, strict=True) if record["is_asked"]]
    return {"counts": _counts(run, stuck), "waiting": rows, "is_stuck": any(stuck), "are_all_stuck": all(stuck)}


def _filed(run: ImportRun) -> dict[str, Any]:
    """Return the number of memories without a category, with the roles whose agents would read them, and the number in
    each category that only the supervisor's role may read."""
    lists = {row.role: set(row.categories) for row in Allowlist.objects.all()}
    named = {name.removeprefix(IN_CATEGORY): n for name, n in run.counts.items() if name.startswith(IN_CATEGORY)}
    return {
        "unfiled": run.counts.get("unfiled", 0),
        "unfiled_readers": ", ".join(sorted(map(role_title, readers_of(UNFILED, lists)))),
        "unread": sorted((title_of(name), n) for name, n in named.items() if readers_of(name, lists) == {SUPERVISOR}),
    }


def _counts(run: ImportRun, stuck: Sequence[bool]) -> Sequence[tuple[Promise, int]]:
    """Return the counts; `stuck` says for each of the first waiting records whether no one can answer yet."""
    is_done = run.state not in (ImportState.TRYING, ImportState.TRIED)
    texts = dict(COUNTS)
    if any(stuck):
        texts[QUESTIONS] = NOBODY_ANSWERS if all(stuck) else OTHERS_ANSWER
    return [(texts[name][is_done], run.counts[name]) for name in texts if run.counts.get(name)]


def _page(request: HttpRequest, template: str, page: dict[str, Any], status: int = 200) -> HttpResponse:
    return TemplateResponse(request, template, admin.site.each_context(request) | page, status=status)
