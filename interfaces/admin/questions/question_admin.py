"""The list of questions, and a question's page."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import Case, F, Func, QuerySet, TextField, Value, When
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from consent.changes import KINDS, JoinStatement, WriteMemory
from consent.changes.merge import OTHER
from consent.models import Decision, Proposal
from consent.models.decision import Method, Verdict
from consent.models.proposal import REFUSED, ProposalState
from consent.policies.delegation import answerers, to_reviewers
from consent.policies.rules import REVIEWING_ROLES
from conversations.models import Turn
from interfaces.admin.actors import with_login
from interfaces.admin.change_list import DeclaredLookups
from interfaces.admin.confirmation import kept_name
from interfaces.admin.filters import AgentFilter, CategoryFilter
from interfaces.admin.questions.answers import (
    answer_question,
    earlier_values,
    newer_questions,
    retract,
    rivals_of,
    settle_question,
    withdraw_answer,
)
from interfaces.admin.questions.filters import DueFilter, ReviewersFilter
from interfaces.admin.questions.held_by import held_by
from interfaces.admin.questions.known import known_when_asked
from interfaces.admin.questions.reasons import note_said
from interfaces.admin.questions.receipts import has_receipt, receipt
from interfaces.admin.questions.several import SeveralAnswers
from interfaces.admin.questions.who_answers import part_of_reviewers, rules_for, who_answers
from interfaces.admin.staff import is_about_reader, is_editor, staff_actor, staff_membership
from interfaces.admin.staff_admin import StaffModelAdmin
from interfaces.admin.wording import ahead, asked_about, is_merge, is_removal, proposed, question_title, shortened
from interfaces.amending import is_amendable, offered_value
from workspaces.models import Membership
from workspaces.scope import current_workspace_id

STANDING = (Verdict.APPROVE, Verdict.AMEND, Verdict.REJECT)
# What says which value was asked for.
TELLING = ("field", "change", "new_value", "kept_value", "reason", "evidence", "evidence_turn_id", "claims")
# What is searched: of a refused question neither its value nor a field that names it (`language:german`).
TOLD = {
    "value_told": Case(When(state__in=REFUSED, then=Value("")), default=F("new_value"), output_field=TextField()),
    "field_told": Case(
        When(
            state__in=REFUSED,
            then=Func(F("field"), Value(":"), Value(1), function="split_part", output_field=TextField()),
        ),
        default=F("field"),
        output_field=TextField(),
    ),
}
TEXTS = {kind.model_fields["type"].default for kind in (WriteMemory, JoinStatement)}
MUTED = _(
    "Nobody is asked this, and no number counts it: the person refused the same before, and whoever asks may not learn "
    "that. It ends by itself."
)
WHO, NEWER = "who_may_answer", "newer_question"  # noted on each row of a list
STATE_COLOURS = {
    ProposalState.PENDING: "warning",
    ProposalState.APPROVED: "success",
    ProposalState.AMENDED: "success",
    ProposalState.REJECTED: "danger",
    ProposalState.WITHDRAWN: "default",
    ProposalState.EXPIRED: "default",
    ProposalState.SUPERSEDED: "default",
    ProposalState.STALE: "default",
}


class QuestionList(DeclaredLookups):
    """Tells of each open question who may answer it, and of a replaced one whether its value still waits."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        now = timezone.now()
        joined = newer_questions(self.result_list)
        for row in self.result_list:
            setattr(row, NEWER, joined.get(row.id))
        pending = (row for row in self.result_list if row.state == ProposalState.PENDING)
        rows = [row for row in pending if row.expires_at > now and not row.is_muted]
        by = answerers(rows)
        for row in rows:
            setattr(row, WHO, who_answers(by[row.id]) or _("Nobody yet"))


@admin.register(Proposal)
class ProposalAdmin(StaffModelAdmin):
    """Requests to people. The people answer them, or reviewers where a policy says so."""

    change_form_outer_before_template = "admin/question/answer.html"
    list_display = ("about", "value", "person", "actor_label", "status", "who", "ends", "created_at")
    list_filter = ("state", DueFilter, ReviewersFilter, CategoryFilter, AgentFilter, "created_at", "is_muted")
    list_select_related = ("person",)
    nothing_yet = _(
        "Nothing waits. When an agent wants to store something sensitive, such as a city, the person is asked first. "
        "Policies say what is asked about."
    )
    goes_on = ("admin:policies", _("See the policies"))
    fieldsets = (
        (
            _("All fields"),
            {
                "classes": ["collapse"],
                "fields": (
                    *("person", "namespace_path", "category", "sensitivity_rank", "field", "memory_id", "base_version"),
                    *("change", "change_hash", "shown_hash", "revision", "old_value", "new_value", "kept_value"),
                    *("changed_attributes", "reason", "evidence_turn_id", "evidence", "claims", "actor_label"),
                    *("state", "created_at", "expires_at", "decided_at", "superseded_by"),
                    *("blocked_until", "is_muted", "reminders_sent"),
                ),
            },
        ),
    )
    search_fields = ("field_told", "value_told", "actor_label", "person__name")
    search_help_text = _("Search field, value, person or ID")
    ordering = ("-created_at",)
    actions = ("approve", "refuse")

    @admin.action(description=_("Approve selected"), permissions=["reviewer"])
    def approve(self, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponseBase:
        return _answer_each(request, rows, "approve")

    @admin.action(description=_("Refuse selected"), permissions=["reviewer"])
    def refuse(self, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponseBase:
        return _answer_each(request, rows, "refuse")

    @admin.display(description=_("Field"), ordering="field")
    def about(self, row: Proposal) -> str:
        """`identity.city` as "City"; what is no field as it is."""
        return capfirst(asked_about(row))

    @admin.display(description=_("Value"), ordering="new_value")
    def value(self, row: Proposal) -> str:
        return proposed(row) or "–"

    @display(description=_("Status"), ordering="state", label=STATE_COLOURS)  # type: ignore[untyped-decorator]
    def status(self, row: Proposal) -> tuple[str, str]:
        return row.state, str(_("Asked in a newer question") if getattr(row, NEWER) else row.get_state_display())

    @admin.display(description=_("Who may answer"))
    def who(self, row: Proposal) -> str:
        return str(getattr(row, WHO, "–"))

    @admin.display(description=_("Expires"), ordering="expires_at")
    def ends(self, row: Proposal) -> str:
        return ahead(row.expires_at) if row.state == ProposalState.PENDING else "–"

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[QuestionList]:
        return QuestionList

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = with_login(super().get_queryset(request), "account_id").annotate(**TOLD)
        return rows

    def get_exclude(self, request: HttpRequest, obj: Proposal | None = None) -> Sequence[str]:
        return TELLING if obj is not None and obj.is_refused else ()

    def get_fieldsets(self, request: HttpRequest, obj: Proposal | None = None) -> Any:
        """Without what would tell a refused value."""
        hidden = self.get_exclude(request, obj)
        return [
            (title, options | {"fields": [name for name in options["fields"] if name not in hidden]})
            for title, options in super().get_fieldsets(request, obj)
        ]

    def get_urls(self) -> list[URLPattern]:
        views = {"answer": answer_question, "settle": settle_question, "undo": withdraw_answer, "retract": retract}
        pages = [
            path(f"<uuid:proposal_id>/{verb}/", self.admin_site.admin_view(view), name=f"{verb}_question")
            for verb, view in views.items()
        ]
        proof = path("<uuid:proposal_id>/receipt.json", self.admin_site.admin_view(receipt), name="question_receipt")
        return [proof, *pages, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        proposal = self.get_object(request, object_id)
        above = _question(request, proposal) if proposal else {}
        response: HttpResponse = super().change_view(request, object_id, form_url, above | (extra_context or {}))
        return response


def _answer_each(request: HttpRequest, rows: QuerySet[Any], answer: str) -> HttpResponseBase:
    edits = is_editor(request)
    return SeveralAnswers(request.get_full_path(), list(rows), answer, staff_actor(request), edits=edits)


def _question(request: HttpRequest, proposal: Proposal) -> dict[str, Any]:
    """What is asked, who may answer, and what the request's role may do about it."""
    membership = staff_membership(request)
    is_open = Proposal.objects.pending().filter(id=proposal.id).exists()
    decisions, rivals = _decisions(proposal), rivals_of(proposal) if is_open else []
    theirs = Membership.objects.filter(workspace_id=current_workspace_id(), person_id__isnull=False)
    logins = theirs.order_by("-account__is_active").values_list("account__is_active", flat=True)
    return {
        "subtitle": shortened(question_title(proposal)),
        "question": proposal,
        "told": asked_about(proposal) if _is_read_as_a_field(proposal) else "",
        "evidence": _evidence(proposal, rivals, membership),
        "is_open": is_open,
        "uncounted": _uncounted(proposal, is_open=is_open),
        "may_retract": is_open and proposal.account_id == request.user.pk,
        "merge": merge_texts(proposal) if is_merge(proposal) else None,
        "is_of_a_field": is_removal(proposal) or KINDS[proposal.change["type"]].sets_a_field,
        "known": known_when_asked(proposal),
        "held_by": held_by(proposal, may_edit=is_editor(request)) if is_open else [],
        "ended_because": _(proposal.closed_because) if proposal.state == ProposalState.STALE else "",
        "newer": newer_questions([proposal]).get(proposal.id),
        "rivals": rivals,
        "earlier": earlier_values(proposal, rivals) if is_open else [],
        "is_asked_by_oneself": any(row.account_id == request.user.pk for row in (proposal, *rivals)),
        "login_is_active": logins.filter(person_id=proposal.person_id).first(),
        **part_of_reviewers(proposal, is_open=is_open, may_edit=is_editor(request)),
        **rules_for(proposal, may_edit=is_open and is_editor(request)),
        "decisions": decisions,
        "has_receipt": bool(decisions) and has_receipt(proposal),
        **_what_may_be_done(request, proposal, decisions, rivals, is_open=is_open),
    }


def _is_read_as_a_field(proposal: Proposal) -> bool:
    """Whether only a text is to be remembered, which the server takes to tell of fields."""
    return bool(proposal.claims) and proposal.change["type"] in TEXTS


def _uncounted(proposal: Proposal, *, is_open: bool) -> str:
    """Why nobody is asked a question that nobody has answered either, and no number counts it; empty for any other."""
    if proposal.state != ProposalState.PENDING:
        return ""
    if not is_open:
        return str(_("Its time is over: nobody can answer it any more. A job closes it within minutes."))
    return str(MUTED) if proposal.is_muted else ""


def merge_texts(proposal: Proposal) -> tuple[str, str]:
    """Of the memory that would stay, where its text would change, and of the one that would go."""
    stays, _label, goes = proposal.old_value.partition(f"{OTHER}: ")
    return stays.strip(), goes


def _what_may_be_done(
    request: HttpRequest,
    proposal: Proposal,
    decisions: Sequence[Decision],
    rivals: Sequence[Proposal],
    *,
    is_open: bool,
) -> dict[str, Any]:
    """Whether this member of staff may answer, choose between competing values, or undo an answer that stands."""
    membership, is_own = staff_membership(request), is_about_reader(request, proposal.person_id)
    reviews = membership is not None and membership.role in REVIEWING_ROLES
    standing = next((row for row in decisions if row.verdict in STANDING and row.withdrawn_at is None), None)
    is_delegated = (is_open or standing is not None) and to_reviewers(proposal)
    may_answer = is_delegated and reviews and not is_own
    return {
        "is_own": is_own,
        "standing": standing,
        "is_delegated": is_open and is_delegated,
        "may_answer": is_open and may_answer,
        "may_amend": is_open and may_answer and is_amendable(proposal),
        "offered": offered_value(proposal),
        "typed": kept_name(request, request.path),
        "may_settle": may_answer and bool(rivals) and all(to_reviewers(row) for row in rivals),
        "may_undo": reviews and is_delegated and standing is not None and standing.method == Method.REVIEWER,
    }


def _evidence(proposal: Proposal, rivals: Sequence[Proposal], membership: Membership | None) -> Turn | None:
    """The message that it comes from, where staff may read it. Theirs are noted on its rivals and on itself."""
    shown = [row for row in (proposal, *rivals) if row.evidence_turn_id and not row.is_refused]
    if membership is None or not shown:
        return None
    visible = Turn.objects.visible_to(membership.as_staff(), now=timezone.now()).select_related("session")
    turns = list(visible.defer("search").filter(id__in={row.evidence_turn_id for row in shown}))
    note_said(shown, turns)
    return next((turn for turn in turns if turn.id == proposal.evidence_turn_id and proposal in shown), None)


def _decisions(proposal: Proposal) -> list[Any]:
    """Each with the `login` of who made it."""
    return list(with_login(proposal.decisions.all(), "account_id").order_by("created_at", "id"))
