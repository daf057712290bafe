"""Merging two memories by hand (001 §4): choose the other one, preview the effect, then submit to the gate."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from consent.changes import MergeMemories
from consent.changes.lines import TEXT, lines_of
from consent.changes.merge import SAME_ATTRIBUTES, is_mergeable
from consent.outcomes import Outcome, Refused
from consent.snapshot import BatchSnapshot
from consent.target import Target
from interfaces.admin.memories.gate_redirect import GateRedirect
from interfaces.admin.memories.text_search import memories_with
from interfaces.admin.texts.wording import category_label, sensitivity_label, uuid_of
from interfaces.admin.views.permissions import is_editor, staff_actor
from interfaces.plain_words import MEMORY_TYPES
from memories import limits, neighbours
from memories.embedding_models import active_model
from memories.models import Memory
from memories.models.choices import MergeBand
from memories.models.merge import STAFF
from workspaces.actors import Actor

MOST_SHOWN = 15
# The newest are sorted by similarity in meaning; older ones are found by their words.
MOST_COMPARED = 200
REASON = gettext_noop("Both notes say the same.")
THIS, OTHER, OWN = "this", "other", "own"


class MergeForm(forms.Form):
    """The text for both, and the ids of the changes that the preview showed."""

    says = forms.ChoiceField(choices=[(THIS, THIS), (OTHER, OTHER), (OWN, OWN)])
    own = forms.CharField(required=False, max_length=limits.CONTENT_CHARACTERS)
    change_id = forms.UUIDField()
    other_change_id = forms.UUIDField()

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("says") == OWN and not self.cleaned_data.get("own"):
            self.add_error("own", _("Write the text that stands for both."))
        return self.cleaned_data

    @property
    def seen(self) -> tuple[UUID, UUID]:
        return self.cleaned_data["change_id"], self.cleaned_data["other_change_id"]

    def text(self, memory: Memory, other: Memory) -> str:
        """Return the chosen text."""
        texts: dict[str, str] = {THIS: _text(memory), OTHER: _text(other), OWN: self.cleaned_data["own"]}
        return texts[str(self.cleaned_data["says"])]


class MergedMemory(GateRedirect):
    """The message explains how to undo it; where it is refused, shows the preview again."""

    def __init__(self, change: MergeMemories) -> None:
        super().__init__(reverse("admin:memories_memory_change", args=[change.memory_id]), [change])
        self.preview = preview_address(change.memory_id, change.absorbed_id)

    def summary(self, outcomes: Sequence[Outcome]) -> str:
        text = _("Merged. This memory now stands for both.")
        return format_html('{} <a class="underline" href="#merges">{}</a>', text, _("Undo it below"))

    def response(self, request: HttpRequest, actor: Actor, outcomes: Sequence[Outcome]) -> HttpResponseBase:
        return HttpResponseRedirect(self.preview) if isinstance(outcomes[0], Refused) else self


def merge_page(request: HttpRequest, row_id: UUID) -> HttpResponse:
    """Show the memories to choose from; with `other`, the effect of merging it into this one. By POST, submit to the
    gate."""
    if not is_editor(request):
        raise PermissionDenied
    memory = get_object_or_404(Memory.objects.select_related("current", "person"), id=row_id)
    other_id = uuid_of(request.GET.get("other", ""))
    page: dict[str, Any] = {"title": _("Merge with another memory"), "memory": memory, "query": ""}
    if other_id is None:
        page |= _choice(memory, request)
    else:
        other = get_object_or_404(Memory.objects.select_related("current"), id=other_id)
        form = MergeForm(request.POST) if request.method == "POST" else None
        if form is not None and form.is_valid():
            return MergedMemory(_change(memory, other, form.text(memory, other), form.seen))
        page |= _preview(memory, other, staff_actor(request)) | {"form": form}
    return TemplateResponse(request, "admin/memory/merge.html", admin.site.each_context(request) | page)


def preview_address(memory_id: UUID, other_id: UUID) -> str:
    return reverse("admin:memories_memory_merge", args=[memory_id], query={"other": str(other_id)})


def _choice(memory: Memory, request: HttpRequest) -> dict[str, Any]:
    query = request.GET.get("q", "").strip()
    rows = _partners(memory, staff_actor(request), query, timezone.now()) if is_mergeable(memory) else []
    return {"query": query, "partners": rows, "is_mergeable": is_mergeable(memory)}


def _partners(memory: Memory, actor: Actor, query: str, now: datetime) -> list[Memory]:
    """Return the memories that may be merged with it, the most similar in meaning first."""
    rows = Memory.objects.visible_to(actor, now=now).filter(**{name: getattr(memory, name) for name in SAME_ATTRIBUTES})
    if query:
        rows = rows.filter(id__in=memories_with(query))
    newest = rows.exclude(id=memory.id).select_related("current").order_by("-updated_at", "id")[:MOST_COMPARED]
    found = [row for row in newest if is_mergeable(row)]
    near = _cosines(memory, found)
    return sorted(found, key=lambda row: -near.get(row.id, -1.0))[:MOST_SHOWN]


def _cosines(memory: Memory, others: Sequence[Memory]) -> dict[UUID, float]:
    model = active_model()
    vectors = neighbours.vectors_of([memory], model)[memory.id]
    place = neighbours.Place(memory, vectors, model, among_few=True)
    return neighbours.cosines(place, [other.id for other in others])


def _preview(memory: Memory, other: Memory, actor: Actor) -> dict[str, Any]:
    """Return the gate's answer: the differences, before and after, or why they cannot be merged."""
    change = _change(memory, other, _text(memory), (memory.change_id, other.change_id))
    target = change.find(BatchSnapshot(actor=actor, now=timezone.now()))
    page = {"other": other, "unlike": list(_unlike(memory, other))}
    if isinstance(target, Refused):
        return page | {"problem": _(target.detail)}
    return page | {"rows": list(_rows(change, target))}


def _unlike(memory: Memory, other: Memory) -> Iterator[tuple[str, Any, Any]]:
    """Return the attributes in which they must be equal but differ: name, and both values."""
    attributes = (
        ("memory_type", _("Type"), lambda name: MEMORY_TYPES[name]),
        ("category", _("Category"), category_label),
        ("sensitivity", _("Sensitivity"), sensitivity_label),
    )
    if memory.person_id != other.person_id:
        yield _("Person"), memory.person or _("Nobody in particular"), other.person or _("Nobody in particular")
    for name, title, words in attributes:
        one, another = getattr(memory, name), getattr(other, name)
        if one != another:
            yield title, words(one), words(another)


def _rows(change: MergeMemories, target: Target) -> Iterator[tuple[str, str, str, str]]:
    """Return the differences besides the texts: name, and the values of this one, the other, and the merged one."""
    assert target.other is not None
    one, another, after = lines_of(target.existing), lines_of(target.other), change.after(target)
    for name in dict.fromkeys([*one, *another, *after]):
        values = [lines.get(name, "–") for lines in (one, another, after)]
        if name != TEXT and len(set(values)) > 1:
            yield _(name), values[0], values[1], values[2]


def _change(memory: Memory, other: Memory, content: str, seen: tuple[UUID, UUID]) -> MergeMemories:
    """`seen` are the ids of both memories' changes when the preview was shown."""
    cosine = _cosines(memory, [other]).get(other.id, 0.0)
    return MergeMemories(
        memory_id=memory.id,
        expected_change_id=seen[0],
        absorbed_id=other.id,
        absorbed_change_id=seen[1],
        band=MergeBand.UPDATE,
        content=content,
        judge=STAFF,
        cosine=round(max(-1.0, min(1.0, cosine)), 4),
        reason=REASON,
    )


def _text(memory: Memory) -> str:
    return memory.current.content if memory.current else ""
