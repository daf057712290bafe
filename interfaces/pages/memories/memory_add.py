"""Adds a memory."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from consent import gate
from consent.changes import WriteMemory
from consent.outcomes import Applied, Refused
from consent.outdated_texts import fields_beside
from interfaces.pages.memories.memory_edit import TOO_LONG, WAITS, warn_of_removed
from interfaces.pages.memories.subject_field import Readers, SubjectField, readers_by_subject
from interfaces.pages.person_view import PersonView
from interfaces.pages.texts.reader_names import Place
from interfaces.pages.texts.wording import field_name, readable
from memories import limits
from memories.drafts import MemoryDraft
from memories.models import Memory
from memories.models.choices import DEFAULT_CATEGORY, MemoryType
from memories.repetitions import active_notes
from providers import embedding
from providers.redaction import redact
from workspaces import scope, sensitivity
from workspaces.models import uuid7
from workspaces.namespaces import to_path

EMPTY = _("Write what your assistants should remember.")
KNOWN = _("This is remembered already, word for word; nothing new was saved.")
SAVED_FIELD, CHANGE_IT = _("Your saved {field} is “{value}”. {link}"), _("Change it")
GENERAL = DEFAULT_CATEGORY[MemoryType.SEMANTIC]


class AddForm(forms.Form):
    content = forms.CharField(
        label=_("What should be remembered?"),
        help_text=_("One thing at a time works best, such as “My sister Rita is allergic to peanuts.”"),
        max_length=limits.CONTENT_CHARACTERS,
        error_messages={"required": EMPTY, "max_length": TOO_LONG},
        widget=forms.Textarea({"rows": 4, "autofocus": True}),
    )

    def __init__(self, *args: Any, readers: Readers, **kwargs: Any) -> None:
        """`readers` are the names of the assistants that can read each category."""
        super().__init__(*args, **kwargs | {"label_suffix": ""})
        self.fields["category"] = SubjectField(readers=readers, initial=GENERAL)

    def clean_content(self) -> str:
        """The gate counts tokens too, but its message is meant for programs."""
        content: str = self.cleaned_data["content"]
        if embedding.count_tokens(content) > limits.CONTENT_TOKENS:
            raise ValidationError(TOO_LONG)
        return content


class AddView(PersonView):
    """A form with a text and its subject; saving responds with a redirect, or with 422 and the errors."""

    def get(self, request: HttpRequest) -> HttpResponse:
        if self.actor.person_id is None:
            raise Http404
        chosen = {"category": request.GET.get("category") or GENERAL}
        return self.form_page(AddForm(initial=chosen, readers=self.readers()))

    def post(self, request: HttpRequest) -> HttpResponseBase:
        with scope.enter(self.membership.workspace_id):
            form = AddForm(request.POST, readers=self.readers())
        if form.is_valid():
            if same := self.same(form.cleaned_data["content"]):
                messages.info(request, KNOWN)
                return redirect("pages:memory", same.id)
            change = WriteMemory(draft=self.draft(**form.cleaned_data), may_repeat=True)
            outcome = gate.submit(change, actor=self.actor, now=self.now)
            if isinstance(outcome, Applied):
                messages.success(request, _("Remembered. Assistants with access to this subject can use it now."))
                warn_of_removed(request, outcome, form.cleaned_data["content"])
                self.note_other_values(outcome.memory_id)
                return redirect("pages:memory", outcome.memory_id)
            form.add_error(None, gettext(outcome.detail) if isinstance(outcome, Refused) else WAITS)
        return self.in_scope(lambda: self.form_page(form, status=422))

    def note_other_values(self, memory_id: UUID) -> None:
        """Add a message for each field that has another value than the new text states, with a link to change it."""
        with scope.enter(self.membership.workspace_id):
            facts = fields_beside(self.authorized_memories.select_related("current").get(id=memory_id))
        for fact in facts:
            link = format_html('<a href="{}">{}</a>', reverse("pages:edit", args=[fact.memory_id]), CHANGE_IT)
            values = {"field": field_name(fact.key), "value": readable(fact.value), "link": link}
            messages.info(self.request, format_html(str(SAVED_FIELD), **values))

    def same(self, content: str) -> Memory | None:
        """Return the memory with the same text under any subject, ignoring case, spaces and the final full stop."""
        with scope.enter(self.membership.workspace_id):
            said = [memory.id for memory in active_notes([to_path(self.namespace)], [redact(content).text])]
            return self.authorized_memories.alive(now=self.now).filter(id__in=said).order_by("created_at").first()

    @property
    def namespace(self) -> tuple[str, ...]:
        return ("memories", str(self.person_id))

    def draft(self, content: str, category: str) -> MemoryDraft:
        return MemoryDraft(namespace=self.namespace, key=f"own:{uuid7()}", content=content, category=category)

    def form_page(self, form: AddForm, *, status: int = 200) -> HttpResponse:
        return self.page("memories/add.html", {"form": form}, status=status)

    def readers(self) -> Readers:
        """Return the readers of the person's additions, by subject."""
        rank = sensitivity.rank(sensitivity.INTERNAL)
        return readers_by_subject(Place(self.person_id, to_path(self.namespace), GENERAL, rank), now=self.now)
