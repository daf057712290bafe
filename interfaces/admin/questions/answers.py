"""Actions of reviewers on a question: answering it, or withdrawing their own request."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from consent.changes import KINDS
from consent.models import Proposal
from consent.proposals.amending import is_unchanged
from consent.proposals.decide import amend_proposal, approve_proposal, reject_proposal
from consent.proposals.errors import NotAmendable, NotDecided, NotPending, NotShown, NotYours, UnknownProposal
from consent.proposals.retract import retract_question
from interfaces.admin.questions.answer_permissions import next_questions
from interfaces.admin.questions.reasons import name_in, reason_text
from interfaces.admin.texts.actors import actor_name, agent_names, with_login
from interfaces.admin.texts.wording import field_words, readable
from interfaces.admin.views.after_scope import AfterScope
from interfaces.admin.views.confirmation import remember_name
from interfaces.competing_requests import Entry, competitors, key_of, replaced
from interfaces.differing_facts import differing_fact
from workspaces import scope
from workspaces.actors import Actor

ANSWERS = ("approve", "refuse", "amend")
MOST_RIVALS = 20
ANSWERED = _("Answered. The record says that a reviewer did.")
RETRACTED = _("Withdrawn. Nothing has changed.")
CHANGED = _("This question has changed since you opened it. Please review it again.")


def decide(proposal_id: UUID, answer: str, actor: Actor, *, shown_hash: str = "") -> None:
    shown: dict[str, Any] = {"proposal_id": proposal_id, "shown_hash": shown_hash}
    if answer == "approve":
        approve_proposal(actor=actor, now=timezone.now(), **shown)
    else:
        reject_proposal(actor=actor, now=timezone.now(), **shown)


class QuestionRedirect(AfterScope, HttpResponseRedirect):
    """Performs an action on a question, adds a message about it, and redirects back to it."""

    def __init__(self, proposal: Proposal) -> None:
        super().__init__(reverse("admin:consent_proposal_change", args=[proposal.id]))
        self.proposal_id = proposal.id

    def act(self, actor: Actor) -> Promise | str:
        """Perform the action and add the message."""
        raise NotImplementedError

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        try:
            messages.success(request, str(self.act(actor)))
        except UnknownProposal as error:
            raise Http404 from error
        except NotYours as error:
            raise PermissionDenied from error
        except NotShown:
            messages.warning(request, CHANGED)
        except NotDecided:
            messages.warning(request, _("There is no answer to undo."))
        except NotPending:
            messages.warning(request, _("Your answer came too late: this question is already closed."))
        return self


class ReviewersAnswer(QuestionRedirect):
    """Answers a question in the person's place."""

    def __init__(self, proposal: Proposal, answer: str, shown_hash: str) -> None:
        super().__init__(proposal)
        self.answer, self.shown_hash = answer, shown_hash

    def act(self, actor: Actor) -> str:
        decide(self.proposal_id, self.answer, actor, shown_hash=self.shown_hash)
        return answered_note(self.proposal_id, actor)


class ReviewersWords(QuestionRedirect):
    """Saves other words than requested, in the person's place; words that cannot be saved are shown in the form
    again."""

    def __init__(self, proposal: Proposal, typed: str, shown_hash: str) -> None:
        super().__init__(proposal)
        self.typed, self.shown_hash = typed, shown_hash

    def act(self, actor: Actor) -> str:
        shown: dict[str, Any] = {"proposal_id": self.proposal_id, "shown_hash": self.shown_hash}
        amend_proposal(value=self.typed, actor=actor, now=timezone.now(), **shown)
        return answered_note(self.proposal_id, actor)

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        try:
            return super().carry_out(request, actor)
        except NotAmendable as error:
            messages.error(request, gettext(str(error)))
            remember_name(request, self.url, self.typed)
            return self


class Retraction(QuestionRedirect):
    """Closes a question that the member of staff asked themselves."""

    def act(self, actor: Actor) -> Promise:
        retract_question(proposal_id=self.proposal_id, actor=actor, now=timezone.now())
        return RETRACTED


def answered_note(proposal_id: UUID, actor: Actor, done: Promise | str = ANSWERED) -> str:
    """Return the message about the answer, with a field it left unchanged, and a link to the next question that they
    may answer."""
    with scope.enter(actor.workspace_id):
        waiting = next_questions(actor, after=[proposal_id])
        parts = [done, _unchanged_field_note(Proposal.objects.get(id=proposal_id))]
    if waiting:
        text = ngettext("Next question (%d waits)", "Next question (%d wait)", len(waiting)) % len(waiting)
        parts.append(linked(text, reverse("admin:consent_proposal_change", args=[waiting[0].id])))
    return format_html_join(" ", "{}", ((one,) for one in parts if one))


def _unchanged_field_note(proposal: Proposal) -> str:
    """ "City is still “Porto”." with a link to change it, after "Ana lives in Faro." was approved; else empty."""
    fact = differing_fact(proposal, proposal.person_id)
    if fact is None:
        return ""
    text = capfirst(_("{field} is still “{value}”.").format(field=field_words(fact.key), value=readable(fact.value)))
    page = reverse("admin:memories_memory_change", args=[fact.memory_id])
    return format_html("{} {}", text, linked(gettext("Change it"), page))


def linked(text: str, page: str) -> str:
    return format_html('<a class="underline" href="{}">{}</a>', page, text)


def answer_question(request: HttpRequest, proposal_id: UUID) -> HttpResponse:
    proposal = get_object_or_404(Proposal, id=proposal_id)
    answer, shown_hash = request.POST.get("answer", ""), request.POST.get("shown_hash", "")
    if answer not in ANSWERS or not shown_hash:
        raise PermissionDenied
    typed = request.POST.get("value", "")
    if answer == "amend" and not is_unchanged(proposal, typed):
        return ReviewersWords(proposal, typed, shown_hash)
    return ReviewersAnswer(proposal, "refuse" if answer == "refuse" else "approve", shown_hash)


def retract(request: HttpRequest, proposal_id: UUID) -> HttpResponse:
    return Retraction(get_object_or_404(Proposal, id=proposal_id))


def field_of(proposal: Proposal) -> str:
    """Return `identity.city` for a question that claims a value of this field alone; else empty."""
    return proposal.claims[0].partition("=")[0] if len(proposal.claims) == 1 else ""


def rivals_of(proposal: Proposal) -> list[Proposal]:
    """Return the other open questions that it competes with, newest first. Runs in the entered scope."""
    waiting = Proposal.objects.unmuted().pending().filter(Q(person_id=proposal.person_id))
    others = competitors(waiting).get(proposal.id) if proposal.claims else None
    if not others:
        return []
    rows = with_login(waiting.filter(id__in=others).select_related("person"), "account_id")
    return list(rows.order_by("-created_at", "-id")[:MOST_RIVALS])


def with_rivals(rows: Collection[Proposal]) -> dict[UUID, list[UUID]]:
    """Return the open questions with rivals, each with these. One query; runs in the entered scope."""
    people = Q(person_id__in={row.person_id for row in rows if row.person_id}) | Q(person_id__isnull=True)
    found = competitors(Proposal.objects.unmuted().pending().filter(people))
    return {row.id: found[row.id] for row in rows if row.id in found}


@dataclass(frozen=True, slots=True)
class Earlier:
    """A value requested earlier, in a request that a later one replaced."""

    value: str
    who: str
    reason: str


def earlier_values(proposal: Proposal, rivals: Sequence[Proposal]) -> list[Earlier]:
    """Return the other values requested earlier for an open question and its rivals, each once. Runs in the entered
    scope."""
    field, shown = field_of(proposal), [proposal, *rivals]
    if not field or not (found := replaced(shown)):
        return []
    known, agents = {row.claims[0] for row in shown}, agent_names()
    person, others = name_in(proposal), dict[str, Earlier]()
    for value, entries in found.items():
        others.setdefault(key_of(field, value), _earlier(value, entries[0], agents, person))
    return [one for key, one in others.items() if key not in known]


def newer_questions(rows: Sequence[Proposal]) -> dict[UUID, Proposal]:
    """Return, for replaced requests, the open question about their field that still offers their value. One query where
    there are any; runs in the entered scope."""
    replaced_ones = [row for row in rows if row.superseded_by and KINDS[row.change["type"]].sets_a_field]
    if not replaced_ones:
        return {}
    people = {row.person_id for row in replaced_ones if row.person_id}
    waiting = Proposal.objects.pending().unmuted().filter(person_id__in=people)
    offered = {
        _value_at(row, value): row
        for row in waiting.filter(field__in={row.field for row in replaced_ones})
        for value in (row.new_value, *(str(entry.get("value", "")) for entry in row.evidence))
    }
    found = {row.id: offered.get(_value_at(row, row.new_value)) for row in replaced_ones}
    return {row_id: later for row_id, later in found.items() if later}


def _value_at(row: Proposal, value: str) -> tuple[str, ...]:
    return row.namespace_path, row.field, row.apart, value


def _earlier(value: str, entry: Entry, agents: Mapping[UUID, str], person: str) -> Earlier:
    agent_id, asked_by = entry.get("agent_id"), str(entry.get("asked_by", ""))
    name = agents.get(UUID(agent_id), "") if agent_id else ""
    reason = reason_text(str(entry.get("reason") or ""), asked_by, person)
    return Earlier(value, actor_name(asked_by, agent=name), reason)
