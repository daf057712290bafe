"""Forgetting, restoring or marking several memories at once: with a preview, and with undo."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from consent.changes import Change, ForgetMemory, ReadmitMemory, RejectMemory, RestoreMemory
from consent.gate import submit_many
from consent.models import Proposal
from consent.outcomes import Applied, Outcome, Refused
from consent.snapshot import BatchSnapshot
from interfaces.admin.memories.corrections import as_person, is_delegating, judge_of
from interfaces.admin.memories.gate_redirect import GateRedirect
from interfaces.admin.tables.columns import memories_with_texts, memory_in_full
from interfaces.admin.texts.wording import names_of, quoted, shortened, uuid_of
from interfaces.admin.views.permissions import is_editor, is_reviewer, staff_actor
from memories.models import Memory
from memories.models.choices import LifecycleState, ValidationStatus
from workspaces.actors import Actor

MOST_AT_ONCE = 1000
# Numbers of memories named in the preview, and in the address of the undo.
MOST_LISTED, MOST_UNDONE = 20, 50


class Verb(NamedTuple):
    """A bulk action: its question and effect, the messages about memories left out and changed, and the action that
    undoes it."""

    change: type[Change]
    question: Any
    effect: Promise
    button: Promise
    left_out: Any
    done: Promise
    undo: str
    is_judging: bool = False


VERBS = {
    "forget": Verb(
        ForgetMemory,
        ngettext_lazy("Forget %(count)d memory?", "Forget %(count)d memories?", "count"),
        gettext_lazy("Agents no longer find what is forgotten. It can be restored until it is erased."),
        gettext_lazy("Forget"),
        ngettext_lazy("%d memory was already forgotten.", "%d memories were already forgotten."),
        gettext_lazy("Forgotten: %(names)s"),
        "restore",
    ),
    "restore": Verb(
        RestoreMemory,
        ngettext_lazy("Restore %(count)d memory?", "Restore %(count)d memories?", "count"),
        gettext_lazy("Agents find what is restored again."),
        gettext_lazy("Restore"),
        ngettext_lazy(
            "%d memory was kept already; nothing to restore.", "%d memories were kept already; nothing to restore."
        ),
        gettext_lazy("Restored: %(names)s"),
        "forget",
    ),
    "reject": Verb(
        RejectMemory,
        ngettext_lazy("Mark %(count)d memory as wrong?", "Mark %(count)d memories as wrong?", "count"),
        gettext_lazy("Agents no longer find what is marked as wrong. It is kept, and can be marked as correct again."),
        gettext_lazy("Mark as wrong"),
        ngettext_lazy(
            "%d memory was left out: it is forgotten, or marked as wrong already.",
            "%d memories were left out: they are forgotten, or marked as wrong already.",
        ),
        gettext_lazy("Marked as wrong, agents no longer find them: %(names)s"),
        "readmit",
        is_judging=True,
    ),
    "readmit": Verb(
        ReadmitMemory,
        ngettext_lazy("Mark %(count)d memory as correct?", "Mark %(count)d memories as correct?", "count"),
        gettext_lazy("Agents find it again. What the person marked as wrong, only they can mark as correct."),
        gettext_lazy("Mark as correct"),
        ngettext_lazy("%d memory was not marked as wrong.", "%d memories were not marked as wrong."),
        gettext_lazy("Marked as correct: %(names)s"),
        "reject",
        is_judging=True,
    ),
}

WAITING = ngettext_lazy(
    "%d memory was left out: a question about it waits for an answer, which decides.",
    "%d memories were left out: questions about them wait for an answer, which decides.",
)


class ChangedMemories(GateRedirect):
    """Names the changed memories, with a link to undo."""

    def __init__(self, redirect_to: str, name: str, rows: Sequence[Memory]) -> None:
        self.verb, self.rows = VERBS[name], rows
        super().__init__(redirect_to, [self.verb.change(memory_id=row.id) for row in rows])  # type: ignore[call-arg]

    def submitted(self, actor: Actor) -> list[Outcome]:
        """Submit the changes. For memories about the signed-in person, the gate is asked as that person."""
        if not self.verb.is_judging:
            return super().submitted(actor)
        answers = dict[UUID, Outcome]()
        for who in (actor, as_person(actor)):
            rows = [row for row in self.rows if judge_of(row, actor) == who]
            changes = [self.verb.change(memory_id=row.id) for row in rows]  # type: ignore[call-arg]
            outcomes = submit_many(changes, actor=who, now=timezone.now()) if changes else []
            answers |= {row.id: one for row, one in zip(rows, outcomes, strict=True)}
        return [answers[row.id] for row in self.rows]

    def summary(self, outcomes: Sequence[Outcome]) -> str:
        done = [row for row, one in zip(self.rows, outcomes, strict=True) if isinstance(one, Applied)]
        text = str(self.verb.done) % {"names": names_of([quoted(memory_in_full(row)) for row in done])}
        if not 0 < len(done) <= MOST_UNDONE:
            return text
        page = address_of(self.verb.undo, [row.id for row in done])
        return format_html('{} <a class="underline" href="{}">{}</a>', text, page, _("Undo"))


def several(request: HttpRequest, name: str) -> HttpResponse:
    """Show the question about the memories in the address; by POST, apply the action to those of the form."""
    if name not in VERBS:
        raise Http404
    if not _may(request, VERBS[name]):
        raise PermissionDenied
    _given, rows, back = selection_of(request)
    if request.method != "POST":
        return ask_about(request, name, rows, back) or redirect(back)
    found, left_out = _applicable(name, rows)
    warn_of_left_out(request, left_out)
    return ChangedMemories(back, name, found) if found else redirect(back)


def ask_about(request: HttpRequest, name: str, rows: QuerySet[Memory], back: str) -> HttpResponse | None:
    """Show the confirmation page; None where no memory qualifies, which the messages explain."""
    verb = VERBS[name]
    found, left_out = _applicable(name, rows)
    if verb.is_judging:
        found, forbidden = _judgeable(name, found, staff_actor(request))
        left_out = [*left_out, *forbidden]
    if not found:
        warn_of_left_out(request, left_out)
        return None
    page = {
        "title": verb.question % {"count": len(found)},
        "effect": f"{verb.effect} {_('Where it is sensitive, the person is asked first.')}",
        "button": verb.button,
        "page": "admin:memories_memory_change",
        "left_out": left_out,
        "rows": [(row, text_of(row)) for row in found],
        "most": MOST_LISTED,
        "more": max(0, len(found) - MOST_LISTED),
        "address": address_of(name, ()),
        "back": back,
    }
    return TemplateResponse(request, "admin/several.html", admin.site.each_context(request) | page)


def address_of(name: str, ids: Iterable[UUID]) -> str:
    query = {"id": [str(row_id) for row_id in ids]}
    return reverse("admin:memories_memory_several", args=[name], query=query)


def text_of(row: Memory) -> str:
    return shortened(memory_in_full(row))


def _may(request: HttpRequest, verb: Verb) -> bool:
    return may_judge(request) if verb.is_judging else is_editor(request)


def may_judge(request: HttpRequest) -> bool:
    """Whether the action is offered: the gate checks for each memory whether its policies let reviewers judge it; none
    for memories about themselves."""
    return is_reviewer(request) and (_lists_own(request) or is_delegating())


def _lists_own(request: HttpRequest) -> bool:
    """Whether the list may contain memories about the signed-in person."""
    own, chosen = staff_actor(request).person_id, uuid_of(request.GET.get("person__id__exact", ""))
    if own is None or chosen not in (None, own):
        return False
    return Memory.objects.filter(person_id=own, state=LifecycleState.ACTIVE).exists()


def back_to(place: str) -> str:
    """Return the list with its filters, or a memory's page."""
    page = reverse("admin:memories_memory_changelist")
    return place if place.startswith(page) else page


def selection_of(request: HttpRequest) -> tuple[QueryDict, QuerySet[Memory], str]:
    """Return the data of the form or address, the memories that it names, and the page to return to."""
    given = request.POST if request.method == "POST" else request.GET
    named = [row_id for text in given.getlist("id") if (row_id := uuid_of(text)) is not None]
    return given, memories_with_texts(Memory.objects.filter(id__in=named)), back_to(given.get("back", ""))


def warn_of_left_out(request: HttpRequest, left_out: Iterable[str]) -> None:
    for text in left_out:
        messages.info(request, text)


def _applicable(name: str, rows: QuerySet[Memory]) -> tuple[list[Memory], list[str]]:
    """Return the memories that qualify, and the messages about the others.

    Forgetting again would send the person a request without content. A memory with an open question is not restored:
    its answer decides, and another request would replace it.
    """
    chosen = list(rows.select_related("current").order_by("-updated_at")[:MOST_AT_ONCE])
    found = [row for row in chosen if _fits(name, row)]
    left_out = [VERBS[name].left_out % len(others)] if (others := [row for row in chosen if row not in found]) else []
    if name != "restore":
        return found, left_out
    asked = Proposal.objects.unmuted().pending().filter(memory_id__in=[row.id for row in found])
    waiting = set(asked.values_list("memory_id", flat=True))
    if waiting:
        left_out.append(WAITING % len(waiting))
    return [row for row in found if row.id not in waiting], left_out


def _judgeable(name: str, rows: Sequence[Memory], actor: Actor) -> tuple[list[Memory], list[str]]:
    """Return the memories that the gate would let the actor judge, and the others by reason."""
    now, found, others = timezone.now(), list[Memory](), dict[str, list[str]]()
    snapshots = {who: BatchSnapshot(actor=who, now=now) for who in (actor, as_person(actor))}
    for row in rows:
        snapshot = snapshots[judge_of(row, actor)]
        answer = VERBS[name].change(memory_id=row.id).find(snapshot)  # type: ignore[call-arg]
        if isinstance(answer, Refused):
            others.setdefault(_(answer.detail), []).append(quoted(memory_in_full(row)))
        else:
            found.append(row)
    text = _("Left out: %(names)s. %(why)s")
    return found, [text % {"names": names_of(names), "why": why} for why, names in others.items()]


def _fits(name: str, row: Memory) -> bool:
    is_wrong = row.validation_status == ValidationStatus.REJECTED
    return {
        "forget": row.state != LifecycleState.SOFT_DELETED,
        "restore": row.state != LifecycleState.ACTIVE,
        "reject": row.state == LifecycleState.ACTIVE and not is_wrong,
        "readmit": row.state == LifecycleState.ACTIVE and is_wrong,
    }[name]
