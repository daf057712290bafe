"""A memory's page: its versions and history, and the forms to edit, restore and forget it through the gate."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import SimpleTemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminTextareaWidget

from consent.changes import Change, ForgetMemory, RestoreMemory
from consent.changes.correction import corrections
from consent.models import Proposal
from consent.models.proposal import ClockTimestamp, ProposalState
from consent.outcomes import Outcome, Refused
from consent.proposals.refused_values import refusals_of, refused_until, versions_with_refusals
from consent.proposals.undone_decisions import is_approval_undone
from interfaces.admin.history.recreated_memories import taking_up
from interfaces.admin.history.sentences import SENTENCE, note_sentences
from interfaces.admin.memories.gate_redirect import GateRedirect
from interfaces.admin.texts.actors import actor_name, agent_names, import_sentence, who_acted, with_login
from interfaces.admin.texts.requesters import askers_of, with_asker
from interfaces.admin.texts.wording import version_text
from interfaces.admin.views.responses import compact
from memories import limits
from memories.denials import is_denied, last_rejection
from memories.models import Fact, History, Memory, MemoryVersion
from memories.models.choices import LifecycleState
from memories.word_diff import Piece, word_diff
from workspaces import scope
from workspaces.actors import Actor, ActorKind
from workspaces.models import Agent

MOST_VERSIONS = 20
MOST_EVENTS = 20


class EditForm(forms.Form):
    """The new text (a fact's new value), and the id of the change that was shown."""

    content = forms.CharField(
        label=gettext_lazy("New text"),
        max_length=limits.CONTENT_CHARACTERS,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 5}),
    )
    change_id = forms.UUIDField(widget=forms.HiddenInput)


class VersionForm(forms.Form):
    """The version to restore; the last one when none is given."""

    version = forms.IntegerField(min_value=1, max_value=2**31 - 1, required=False)


@dataclass(frozen=True, slots=True)
class Step:
    """One version with its text in words, and its difference to the one before; none for the first. `barred` is the
    reason why it cannot be restored; empty where it can."""

    version: MemoryVersion
    text: str
    pieces: list[Piece]
    barred: str


class EditedMemory(GateRedirect):
    """Where the new text is refused, shows the page with the form open and the typed text."""

    def __init__(self, memory_id: UUID, typed: str, changes: Sequence[Change]) -> None:
        page = reverse("admin:memories_memory_change", args=[memory_id])
        super().__init__(page, changes, done=gettext_lazy("Saved."))
        self.memory_id, self.typed = memory_id, typed

    def response(self, request: HttpRequest, actor: Actor, outcomes: Sequence[Outcome]) -> HttpResponseBase:
        if not any(isinstance(outcome, Refused) for outcome in outcomes):
            return self
        with scope.enter(actor.workspace_id):
            page = _page_with(request, self.memory_id, self.typed)
            if isinstance(page, SimpleTemplateResponse):
                compact(page.render())
        return page


class ForgottenMemory(GateRedirect):
    """The message explains how to restore it: an open question about it must be answered first."""

    def __init__(self, memory_id: UUID) -> None:
        page = reverse("admin:memories_memory_change", args=[memory_id])
        super().__init__(page, [ForgetMemory(memory_id=memory_id)])
        self.memory_id = memory_id

    def summary(self, outcomes: Sequence[Outcome]) -> str:
        if Proposal.objects.unmuted().pending().filter(memory_id=self.memory_id).exists():
            return _(
                "Forgotten. You can restore it on this page once its open question is answered, withdrawn or expired."
            )
        return _("Forgotten. You can restore it on this page.")


def _page_with(request: HttpRequest, memory_id: UUID, typed: str, wrong: str = "") -> HttpResponse:
    """Show the memory's page, with the typed text and the error in the form: saving again replaces the text shown
    now."""
    request.method = "GET"
    shown = {"typed": typed, "wrong": wrong}
    page: HttpResponse = admin.site.get_model_admin(Memory).change_view(request, str(memory_id), "", shown)
    return page


def memory_context(memory: Memory, typed: str | None = None) -> dict[str, Any]:
    """Return what is shown above the memory's fields; with the form open where a text was `typed`."""
    fact = value_of(memory)
    text = fact.value if fact else memory.current.content if memory.current else ""
    is_alive = memory.state == LifecycleState.ACTIVE and memory.current is not None
    initial = {"content": text if typed is None else typed, "change_id": memory.change_id}
    form = EditForm(initial=initial) if is_alive else None
    rows = with_login(History.objects.filter(memory_id=memory.id).exclude(taking_up())).order_by("-created_at", "-id")
    happened = list(rows[:MOST_EVENTS])
    note_sentences(happened)
    asked = requests_about(memory.id)
    happened = sorted([*happened, *asked], key=lambda row: row.created_at, reverse=True)[:MOST_EVENTS]
    is_forgotten = memory.state == LifecycleState.SOFT_DELETED
    versions = steps(memory)
    numbers: dict[UUID | None, int] = {step.version.id: step.version.number for step in versions}
    for row in happened:
        row.to_version = numbers.get(getattr(row, "new_version_id", None))
    below: dict[str, Any] = {"steps": versions, "happened": happened, "is_forgotten": is_forgotten}
    below["purge_days"] = settings.PURGE_DAYS
    below["barred"] = next((step.barred for step in versions if step.version.id == memory.current_id), "")
    below["is_undone"] = is_approval_undone(memory)
    below["waiting"] = [row for row in reversed(asked) if row.is_open]
    return below | {"edit_form": form, "edited_fact": fact} | _writers(memory)


def requests_about(memory_id: UUID) -> list[Any]:
    """Return who requested changes of it, latest first, as sentences without values."""
    is_open = Q(state=ProposalState.PENDING, expires_at__gt=ClockTimestamp())
    rows = Proposal.objects.unmuted().filter(memory_id=memory_id).annotate(is_open=is_open)
    found = list(with_login(rows, "account_id").order_by("-created_at", "-id")[:MOST_EVENTS])
    for row in found:
        setattr(row, SENTENCE, _("Change asked for (%(status)s)") % {"status": row.get_state_display()})
    return found


def _writers(memory: Memory) -> dict[str, Any]:
    """Return the agent that wrote it first, and the entry of who wrote the present text, where that was another."""
    first = Agent.objects.filter(id=memory.agent_id).first() if memory.agent_id else None
    written = History.objects.filter(memory_id=memory.id, new_version_id=memory.current_id)
    row = with_login(written).order_by("created_at", "id").first()
    if row is not None and (imported := import_sentence(row)):
        return {"writer": None, "written": imported}
    # The memory itself names the agent of the first version.
    others = (ActorKind.AGENT, ActorKind.STAFF) if memory.version > 1 else (ActorKind.STAFF,)
    is_own = row is None or row.actor_kind not in others or row.actor_id == memory.agent_id
    if row is None or is_own:
        return {"writer": first, "written": ""}
    asker = askers_of([row]).get(row.decision_id or row.id, "")
    is_first = bool(asker) and memory.version == 1
    return {"writer": None if is_first else first, "written": _source(who_acted(row, agent_names()), asker)}


def _source(name: str, asker: str) -> str:
    return with_asker(name, asker) if asker else _("Written by %(name)s") % {"name": name}


def sources_of(memories: Sequence[Memory]) -> dict[UUID, str]:
    """Return, by memory, the source of its present text: staff by their login, with the requester; an import by its
    file."""
    by = (ActorKind.STAFF, ActorKind.SYSTEM)
    written = History.objects.filter(memory_id__in=[row.id for row in memories], actor_kind__in=by)
    written = written.filter(new_version_id__in=[row.current_id for row in memories])
    rows: list[Any] = list(with_login(written))
    askers = askers_of(rows)
    staff = {
        row.memory_id: import_sentence(row)
        or _source(actor_name(row.actor_label, login=row.login or ""), askers.get(row.decision_id, ""))
        for row in rows
        if row.actor_kind == ActorKind.STAFF or import_sentence(row)
    }
    return {row.id: staff.get(row.id) or str(row.get_trust_display()) for row in memories}


def steps(memory: Memory) -> list[Step]:
    """Return the latest versions, newest first."""
    rows = list(versions_with_refusals().filter(memory=memory).order_by("-number")[: MOST_VERSIONS + 1])
    refusals = refusals_of(memory) if memory.version > 1 or memory.state == LifecycleState.SOFT_DELETED else {}
    texts = {row.id: version_text(row.content, is_fact=memory.is_fact) for row in rows}
    pairs = [(new, _pieces(old, new, texts)) for new, old in pairwise(rows)]
    pairs += [(row, []) for row in rows[-1:] if row.number == 1]
    return [Step(row, texts[row.id], pieces, _barred(memory, row, refusals)) for row, pieces in pairs[:MOST_VERSIONS]]


def _barred(memory: Memory, version: Any, refusals: Mapping[str, datetime]) -> str:
    """Return why the gate would not restore this version; the value of a refusal is hidden."""
    if version.is_refused:
        return _("It cannot be restored.")
    if is_denied(memory, version.content):
        return _wrong(memory, version.content)
    until = refused_until(memory, version.content, refusals)
    if until is None:
        return ""
    date = date_format(timezone.localtime(until), "DATE_FORMAT")
    text = _("It cannot be restored: this value was refused, and may be asked for again from %(date)s.")
    return text % {"date": date}


def _wrong(memory: Memory, content: str) -> str:
    rejection = last_rejection(memory, content)
    if rejection is None or rejection.actor_kind != ActorKind.STAFF:
        return _("It cannot be restored: the person said that this is wrong.")
    name = who_acted(with_login(History.objects.filter(pk=rejection.pk)).get(), {})
    return _("It cannot be restored: %(name)s marked this as wrong.") % {"name": name}


def why_barred(memory: Memory) -> str:
    """Return why a memory's last text cannot be restored; empty where it can."""
    last = versions_with_refusals().filter(id=memory.current_id).first() if memory.current_id else None
    return _barred(memory, last, refusals_of(memory)) if last else ""


def _pieces(old: Any, new: Any, texts: Mapping[UUID, str]) -> list[Piece]:
    """Return None beside a refused value, which the difference would reveal."""
    return [] if old.is_refused or new.is_refused else word_diff(texts[old.id], texts[new.id])


def value_of(memory: Memory) -> Fact | None:
    """Return the structured value behind the memory's text."""
    return Fact.objects.active().filter(memory=memory, item="").first() if memory.is_fact else None


def edit(request: HttpRequest, memory_id: UUID) -> HttpResponse:
    """Submit the new text to the gate and redirect to the page, with errors where the text cannot be stored."""
    memory = get_object_or_404(Memory.objects.select_related("current"), id=memory_id, current__isnull=False)
    form = EditForm(request.POST)
    if not form.is_valid():
        wrong = " ".join(str(problem) for problems in form.errors.values() for problem in problems)
        return _page_with(request, memory_id, request.POST.get("content", ""), wrong)
    changes = corrections(memory, value_of(memory), **form.cleaned_data)
    return EditedMemory(memory_id, form.cleaned_data["content"], changes)


def restore(request: HttpRequest, memory_id: UUID) -> HttpResponse:
    """Submit the restoring of a forgotten memory, or of the version in the form.

    While a question about a forgotten memory is open, its answer decides: another request would replace it.
    """
    form = VersionForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("There is no such version."))
        return redirect("admin:memories_memory_change", memory_id)
    forgotten = Memory.objects.filter(id=memory_id, state=LifecycleState.SOFT_DELETED)
    question = Proposal.objects.unmuted().pending().filter(memory_id__in=forgotten.values("id")).first()
    if question is not None:
        messages.info(request, _("This question about the memory waits for an answer, which decides."))
        return redirect("admin:consent_proposal_change", question.pk)
    change = RestoreMemory(memory_id=memory_id, version=form.cleaned_data["version"])
    return _redirect(memory_id, change, gettext_lazy("Restored."))


def forget(request: HttpRequest, memory_id: UUID) -> HttpResponse:
    get_object_or_404(Memory, id=memory_id)
    return ForgottenMemory(memory_id)


def _redirect(memory_id: UUID, change: Change, done: Promise) -> HttpResponse:
    get_object_or_404(Memory, id=memory_id)
    return GateRedirect(reverse("admin:memories_memory_change", args=[memory_id]), [change], done=done)
