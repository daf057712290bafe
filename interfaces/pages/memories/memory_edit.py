"""Edits a memory."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from consent import gate
from consent.changes import Change, ForgetMemory
from consent.changes.category import ChangeCategory
from consent.changes.correction import added_values, corrections
from consent.outcomes import STALE, Applied, Outcome, Queued, Refusal, Refused, Waiting
from interfaces.differing_facts import value_for_field
from interfaces.pages.cards.closed_requests import add_closed_messages
from interfaces.pages.memories.subject_field import Readers, SubjectField, readers_by_subject
from interfaces.pages.person_view import PersonView, parse_id
from interfaces.pages.texts.field_values import values_in
from interfaces.pages.texts.reader_names import Place
from interfaces.pages.texts.wording import field_name
from interfaces.plain_words import without_name
from interfaces.time_zones import problem_of_typed
from memories import limits
from memories.drafts import item_of
from memories.models import Fact, Memory
from memories.models.choices import ValidationStatus
from providers import embedding
from providers.redaction import redact
from providers.statements import sensitive
from workspaces import scope

WAITS = _("This awaits an approval.")
TOO_LONG = _("That's too long. Please shorten it to about 1,500 words.")
REMOVED = _("What looks like a password, a key or a card number was removed from the text. Secrets are not remembered.")
STAYS = _("This stays in it, as you wrote it: {names}.")
LIKE_SECRETS = frozenset({"account_numbers", "government_ids", "home_access"})
UNCHANGED = _("All is as it was, so nothing was saved.")
CHANGED = _("It was changed in the meantime. Save again to replace the text above with yours.")


class EditForm(forms.Form):
    """The new text, the subject unless it is a field, and the id of the change that was shown."""

    content = forms.CharField(
        label=_("What to remember"), max_length=limits.CONTENT_CHARACTERS, widget=forms.Textarea({"rows": 6})
    )
    change_id = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, fact: Fact | None, readers: Readers, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"label_suffix": ""})
        self.fact = fact
        if fact is None:
            self.fields["category"] = SubjectField(readers=readers, required=False)
        else:
            self.fields["content"].widget.attrs |= {"rows": 2, "maxlength": limits.FACT_VALUE_CHARACTERS}
            self.fields["content"].validators.append(MaxLengthValidator(limits.FACT_VALUE_CHARACTERS))

    def clean_content(self) -> str:
        """The gate counts tokens too, but its message is meant for programs. A field's name is shown before its
        value."""
        content: str = self.cleaned_data["content"]
        if self.fact:
            content = without_name(self.fact.key, content)
            if content != self.fact.value and (problem := problem_of_typed(self.fact.key, content)):
                raise ValidationError(problem)
        if embedding.count_tokens(content) > limits.CONTENT_TOKENS:
            raise ValidationError(TOO_LONG)
        return content


class EditView(PersonView):
    """A form with the present text.

    Saving responds with a redirect, with 422 when the text cannot be stored, and with 409 when the memory was changed
    meanwhile: then both texts are shown, and the next save counts.
    """

    def get(self, request: HttpRequest, memory_id: UUID) -> HttpResponse:
        memory, fact = self.find(memory_id)
        content = (self.stated() if fact else "") or current_text(memory, fact)
        initial = {"content": content, "category": memory.category, "change_id": memory.change_id}
        return self.form_page(memory, fact, self.form(memory, fact, initial=initial))

    def form(self, memory: Memory, fact: Fact | None, *args: Any, **kwargs: Any) -> EditForm:
        readers = {} if fact else readers_by_subject(Place.of(memory), now=self.now)
        return EditForm(*args, fact=fact, readers=readers, **kwargs)

    def stated(self) -> str:
        """The value that a request's sentence states, where the page was opened from its answer."""
        asked = parse_id(self.request.GET.get("request", ""))
        proposal = self.proposals.filter(id=asked).first() if asked else None
        return value_for_field(proposal) if proposal else ""

    def post(self, request: HttpRequest, memory_id: UUID) -> HttpResponseBase:
        with scope.enter(self.membership.workspace_id):
            memory, fact = self.find(memory_id)
            form = self.form(memory, fact, request.POST)
        if form.is_valid():
            changes = _changes(memory, fact, **form.cleaned_data)
            if not changes:
                messages.info(request, UNCHANGED)
                return redirect("pages:memory", memory_id)
            outcome = self.save(memory, changes, form.cleaned_data["change_id"])
            if not isinstance(outcome, Refused):
                messages.success(request, _("Saved as confirmed by you."))
                add_closed_messages(self)
                warn_of_removed(request, outcome, form.cleaned_data["content"])
                return redirect("pages:memory", outcome.memory_id or memory_id)
            if outcome.reason is Refusal.STALE:
                return self.in_scope(lambda: self.conflict_page(memory_id, form.cleaned_data))
            form.add_error(None, gettext(outcome.detail))
        return self.in_scope(lambda: self.form_page(memory, fact, form, status=422))

    def save(self, memory: Memory, changes: Sequence[Change], change_id: UUID) -> Outcome:
        """Return the outcome of the first change, or of the first refused one."""
        first, *others = changes
        if memory.change_id != change_id and (others or isinstance(first, ChangeCategory)):
            return STALE
        outcome = gate.submit(first, actor=self.actor, now=self.now)
        if isinstance(outcome, Refused):
            return outcome
        later = [
            gate.submit(_with_replacement(change, outcome.memory_id), actor=self.actor, now=self.now)
            for change in others
        ]
        return next((one for one in later if isinstance(one, Refused)), outcome)

    def conflict_page(self, memory_id: UUID, typed: dict[str, Any]) -> HttpResponse:
        """Show the typed text beside the one saved in the meantime, which the next save replaces."""
        memory, fact = self.find(memory_id)
        form = self.form(memory, fact, typed | {"change_id": memory.change_id})
        form.add_error(None, CHANGED)
        return self.form_page(memory, fact, form, status=409, between=current_text(memory, fact))

    def find(self, memory_id: UUID) -> tuple[Memory, Fact | None]:
        """Return the memory that this person may correct, with its structured value where it is a fact.

        A fact marked as wrong has no present value; its last one is shown.
        """
        mine = Memory.objects.correctable_by(self.actor, now=self.now).select_related("current")
        memory = get_object_or_404(mine, id=memory_id, current__isnull=False)
        if not memory.is_fact:
            return memory, None
        fact = Fact.objects.filter(memory=memory).order_by("-valid_from").first()
        if fact is None:
            raise Http404
        return memory, fact

    def form_page(
        self, memory: Memory, fact: Fact | None, form: EditForm, *, status: int = 200, between: str = ""
    ) -> HttpResponse:
        context = {"memory": memory, "fact": fact, "form": form, "between": between}
        return self.page("memories/edit.html", context, status=status)


def warn_of_removed(request: HttpRequest, outcome: Applied | Queued | Waiting, text: str) -> None:
    """Warn that secrets were removed from the text, and which numbers and codes were not."""
    if not outcome.redacted:
        return
    remaining = {one.key for one in sensitive(redact(text).text)} & LIKE_SECRETS
    names = ", ".join(sorted(map(field_name, remaining)))
    messages.warning(request, f"{REMOVED} {str(STAYS).format(names=names) if names else ''}".rstrip())


def _changes(
    memory: Memory, fact: Fact | None, *, content: str, change_id: UUID, category: str = ""
) -> Sequence[Change]:
    """Return the changes for a text and a subject; none where both are unchanged."""
    content, *more = _values(fact, content)
    is_same = _is_unchanged(memory, fact, content)
    changes = [] if is_same else [*corrections(memory, fact, content=content, change_id=change_id)]
    changes += added_values(memory, fact, more) if fact else []
    if category and category != memory.category:
        changes.append(ChangeCategory(memory_id=memory.id, category=category))
    return changes


def _values(fact: Fact | None, content: str) -> Sequence[str]:
    """Return the value that replaces the present one (another spelling of it, if listed), followed by additional
    values."""
    values = values_in(fact.key, content) if fact else [content]
    return sorted(values, key=lambda value: not fact or item_of(value) != fact.item)


def _with_replacement(change: Change, new: UUID | None) -> Change:
    """Return the change; a change that forgets the old value gets the id of the memory that replaces it."""
    return change.model_copy(update={"replaced_by": new}) if isinstance(change, ForgetMemory) else change


def _is_unchanged(memory: Memory, fact: Fact | None, typed: str) -> bool:
    """Whether the text is unchanged; saving a text marked as wrong confirms it."""
    is_wrong = memory.validation_status == ValidationStatus.REJECTED
    return not is_wrong and typed.replace("\r\n", "\n") == current_text(memory, fact).strip()


def current_text(memory: Memory, fact: Fact | None) -> str:
    if fact:
        return fact.value
    return memory.current.content if memory.current else ""
