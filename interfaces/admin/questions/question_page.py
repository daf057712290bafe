"""A question's page: what is requested, who may answer, what was known, and what the staff role may do."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from consent.changes import KINDS, JoinStatement, WriteMemory
from consent.changes.merge import OTHER
from consent.models import Decision, Proposal, Receipt
from consent.models.decision import Method, Verdict
from consent.models.proposal import GIVEN, ProposalState
from consent.policies.delegation import to_reviewers
from consent.policies.rules import REVIEWING_ROLES, in_force
from consent.proposals.amending import is_amendable, offered_value
from consent.proposals.withdraw import changed_since
from consent.receipts.document import receipt_of
from conversations.models import Turn
from interfaces.admin.policies.matching_rules import matching_rules
from interfaces.admin.questions.answers import earlier_values, newer_questions, rivals_of
from interfaces.admin.questions.choices import present_text
from interfaces.admin.questions.deciders import part_of_reviewers, rules_for
from interfaces.admin.questions.reasons import note_quotes
from interfaces.admin.texts.actors import with_login
from interfaces.admin.texts.wording import (
    field_words,
    is_merge,
    is_removal,
    question_subject,
    question_title,
    shortened,
)
from interfaces.admin.views.confirmation import typed_name
from interfaces.admin.views.permissions import is_about_reader, is_editor, staff_actor, staff_membership
from interfaces.joint_answers import chosen_instead, undone_with
from interfaces.plain_words import labelled
from memories.models import Fact
from workspaces.models import Membership
from workspaces.scope import current_workspace_id

IN_FORCE = (Verdict.APPROVE, Verdict.AMEND, Verdict.REJECT)
TEXTS = {kind.model_fields["type"].default for kind in (WriteMemory, JoinStatement)}
MUTED = _(
    "Nobody is asked this, and no number counts it: the same was refused before, and whoever asks may not learn that. "
    "It ends by itself."
)
MOST_VALUES = 10


def page_of_question(request: HttpRequest, proposal: Proposal) -> dict[str, Any]:
    """Return what is requested, who may answer, and what the staff role may do about it."""
    is_open = Proposal.objects.pending().filter(id=proposal.id).exists()
    decisions, rivals = _decisions(proposal), rivals_of(proposal) if is_open else []
    return {
        "subtitle": shortened(question_title(proposal)),
        "question": proposal,
        "told": question_subject(proposal) if _is_read_as_a_field(proposal) else "",
        "evidence": _evidence(proposal, rivals, staff_membership(request)),
        "is_open": is_open,
        "uncounted": _uncounted(proposal, is_open=is_open),
        "may_retract": is_open and proposal.account_id == request.user.pk,
        "merge": merge_texts(proposal) if is_merge(proposal) else None,
        "is_shown_anew": is_open and KINDS[proposal.change["type"]].sets_a_field,
        "is_of_a_field": is_removal(proposal) or KINDS[proposal.change["type"]].sets_a_field,
        "known": known_before_request(proposal),
        "matching_rules": matching_rules(proposal, may_edit=is_editor(request)) if is_open else [],
        "ended_because": _(proposal.closed_because) if proposal.state == ProposalState.STALE else "",
        "newer": newer_questions([proposal]).get(proposal.id),
        "chosen": chosen_instead([proposal]).get(proposal.id),
        "rivals": rivals,
        "earlier": earlier_values(proposal, rivals) if is_open else [],
        "is_asked_by_oneself": any(row.account_id == request.user.pk for row in (proposal, *rivals)),
        "login_is_active": _is_login_active(proposal.person_id),
        **part_of_reviewers(proposal, is_open=is_open, may_edit=is_editor(request)),
        **rules_for(proposal, may_edit=is_open and is_editor(request)),
        "decisions": decisions,
        "has_receipt": bool(decisions) and has_receipt(proposal),
        **_permissions(request, proposal, decisions, rivals, is_open=is_open),
    }


def _is_login_active(person_id: UUID | None) -> bool | None:
    """Return None where the person has no login, or the question is about no one."""
    if person_id is None:
        return None
    logins = Membership.objects.filter(workspace_id=current_workspace_id(), person_id=person_id)
    return logins.order_by("-account__is_active").values_list("account__is_active", flat=True).first()


def _is_read_as_a_field(proposal: Proposal) -> bool:
    """Whether it only stores a text that the server takes to state fields."""
    return bool(proposal.claims) and proposal.change["type"] in TEXTS


def _uncounted(proposal: Proposal, *, is_open: bool) -> str:
    """Return why an unanswered question is neither asked nor counted; empty for others."""
    if proposal.state != ProposalState.PENDING:
        return ""
    if not is_open:
        return str(_("Its time is over: nobody can answer it any more. A job closes it within minutes."))
    return str(MUTED) if proposal.is_muted else ""


def merge_texts(proposal: Proposal) -> tuple[str, str]:
    """Return the memory to keep, where its text would change, and the one to remove."""
    present, _label, goes = proposal.old_value.partition(f"{OTHER}: ")
    return present.strip(), goes


def _permissions(
    request: HttpRequest,
    proposal: Proposal,
    decisions: Sequence[Decision],
    rivals: Sequence[Proposal],
    *,
    is_open: bool,
) -> dict[str, Any]:
    """Return whether this member of staff may answer, choose between competing values, or undo the answer."""
    membership, is_own = staff_membership(request), is_about_reader(request, proposal.person_id)
    reviews = membership is not None and membership.role in REVIEWING_ROLES
    standing = next((row for row in decisions if row.verdict in IN_FORCE and row.withdrawn_at is None), None)
    rules = in_force() if is_open or standing else []
    is_delegated = (is_open or standing is not None) and to_reviewers(proposal, rules)
    may_answer = is_delegated and reviews and not is_own
    may_undo = reviews and is_delegated and standing is not None and standing.method == Method.REVIEWER
    changed = changed_since([proposal]) if may_undo else {}
    return {
        "is_own": is_own,
        "standing": standing,
        "is_delegated": is_open and is_delegated,
        "may_answer": is_open and may_answer,
        "may_amend": is_open and may_answer and is_amendable(proposal),
        "offered": offered_value(proposal),
        "typed": typed_name(request, request.path),
        "may_settle": may_answer and bool(rivals) and all(to_reviewers(row, rules) for row in rivals),
        "may_undo": may_undo,
        "is_choice": may_undo and _is_choice(request, proposal),
        "stays": present_text(proposal, changed[proposal.id]) if changed else "",
    }


def _is_choice(request: HttpRequest, proposal: Proposal) -> bool:
    """Whether the answer chose among several values, so that undoing it undoes all of them."""
    seen = Proposal.objects.visible_to(staff_actor(request), now=timezone.now())
    return proposal.state in GIVEN and len(undone_with(proposal.id, seen)) > 1


def _evidence(proposal: Proposal, rivals: Sequence[Proposal], membership: Membership | None) -> Turn | None:
    """Return the message that it comes from, where staff may read it; sets the messages of its rivals, too."""
    shown = [row for row in (proposal, *rivals) if row.evidence_turn_id and not row.is_refused]
    if membership is None or not shown:
        return None
    visible = Turn.objects.visible_to(membership.as_staff(), now=timezone.now()).select_related("session")
    turns = list(visible.defer("search").filter(id__in={row.evidence_turn_id for row in shown}))
    note_quotes(shown, turns)
    return next((turn for turn in turns if turn.id == proposal.evidence_turn_id and proposal in shown), None)


def _decisions(proposal: Proposal) -> list[Any]:
    """Return the decisions, each with the `login` that made it."""
    return list(with_login(proposal.decisions.all(), "account_id").order_by("created_at", "id"))


def known_before_request(question: Proposal) -> Sequence[str]:
    """Return the stored values of a text's fields at the time of the request: "City: Porto", sorted by field; none for
    a question about a field, or a text that changes another. One query where the text states a field."""
    fields = {claim.partition("=")[0] for claim in question.claims}
    if KINDS[question.change["type"]].sets_a_field or question.old_value or not question.person_id or not fields:
        return []
    keys = {field.partition(".")[2] for field in fields}
    stood = Q(valid_to__isnull=True) | Q(valid_to__gt=question.created_at)
    rows = Fact.objects.filter(stood, person_id=question.person_id, key__in=keys, valid_from__lt=question.created_at)
    named = [(f"{row.category}.{row.key}", row.value) for row in rows.order_by("key", "item")]
    values = [labelled(capfirst(field_words(field)), value) for field, value in named if field in fields]
    return values[:MOST_VALUES]


def has_receipt(question: Proposal) -> bool:
    """Whether there is a receipt; none for muted questions. Runs in the entered scope."""
    return not question.is_muted and Receipt.objects.filter(decision__proposal=question).exists()


def receipt(request: HttpRequest, proposal_id: UUID) -> HttpResponse:
    """Send the receipt of an answered question: it proves who answered, when and how. The same file as for the person,
    without the values behind the hashes. 404 for unanswered questions."""
    found = receipt_of(proposal_id, actor=staff_actor(request), now=timezone.now(), with_values=False)
    if found is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="receipt-{proposal_id}.json"'}
    return JsonResponse(found, headers=headers, json_dumps_params={"indent": 2, "ensure_ascii": False})
