"""The pages of the policy editor. Each change is tried on past writes before it is saved, and the whole set is
saved."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from consent.models import FieldAlias, Policy, Proposal
from consent.models.policy import Outcome
from consent.policies import file as policy_file
from consent.policies import loading
from consent.policies.file import InvalidPolicies, PolicyDocument, PolicyEntry
from interfaces.admin.policies.field_names import known_addresses, known_fields, unknown_field, unknown_fields
from interfaces.admin.policies.form import PREFILLED, RuleForm, initial_of, prefilled
from interfaces.admin.policies.trial import trial_of, voided, without_effect
from interfaces.admin.policies.unaffected_rows import unaffected_rows
from interfaces.admin.policies.wording import (
    EXAMPLES,
    OUTCOME_SENTENCES,
    OUTCOMES,
    bare_name,
    conditions,
    default_lines,
    field_of,
    reach_in_texts,
    suggestion,
)
from interfaces.admin.texts.wording import field_words, uuid_of
from interfaces.admin.views.permissions import is_editor, staff_membership
from interfaces.plain_words import name_of
from interfaces.rules_in_words import applies_to

RETURN_TO = "question"  # parameter of a form's address: the question that it was opened from
ALREADY = gettext_lazy("“%(name)s” stands for %(field)s already. Remove that first.")
FILED_AS = gettext_lazy("It is kept as “%(kept)s”: spaces, signs and capital letters make no other name.")
SAVED_FOR_ALL = gettext_lazy("Saved. It applies to new requests, and to who may answer what waits already.")
SAVED_FOR_ONE = gettext_lazy(
    "Saved. It applies to new requests about that person alone, and to who may answer what waits about them already."
)
UNDOABLE = '{} <a class="underline" href="{}">{}</a>'
REMOVED = gettext_lazy("“%(spelling)s” no longer stands for %(address)s.")


class Rule(NamedTuple):
    """A rule in force; `number` is its place in the order, from 1 on. `is_unknown`: its field is unused and unknown to
    the server."""

    row: Policy
    number: int
    entry: PolicyEntry
    is_unknown: bool

    @property
    def applies_to(self) -> str:
        return applies_to(self.entry)

    @property
    def outcome(self) -> str:
        return str(OUTCOMES[self.entry.outcome])

    @property
    def conditions(self) -> list[str]:
        return conditions(self.entry)


def rules_in_order() -> list[Rule]:
    """Return the workspace's own rules, in the order of `policy_file.current`."""
    rows = Policy.objects.filter(person_id__isnull=True, revoked_at__isnull=True).order_by("priority", "created_at")
    entries = policy_file.current().policies
    unknown = unknown_fields(entry.fact_key for entry in entries)
    pairs = enumerate(zip(rows, entries, strict=True), start=1)
    return [Rule(row, number, entry, entry.fact_key in unknown) for number, (row, entry) in pairs]


def policies_page(request: HttpRequest) -> HttpResponse:
    """Show the rules in their order, the defaults, and other spellings of fields; the address may prefill one of
    these."""
    return _listed(request, **{name: request.GET.get(name, "")[:90] for name in ("spelling", "address")})


def _listed(request: HttpRequest, **more: Any) -> HttpResponse:
    rules = rules_in_order()
    page = {
        "title": _("Policies"),
        "rules": rules,
        "defaults": default_lines(),
        "known_addresses": known_addresses(),
        "aliases": FieldAlias.objects.order_by("spelling"),
        "examples": list(_examples(rules)),
        "outcomes": [(outcome.value, OUTCOMES[outcome], OUTCOME_SENTENCES[outcome]) for outcome in Outcome],
        "may_save": is_editor(request),
    }
    return _page(request, "admin/policy/list.html", page | more)


def _examples(rules: Sequence[Rule]) -> Iterator[tuple[Any, str]]:
    """Return examples that no rule covers already, each with its prefilled form."""
    for text, query in EXAMPLES:
        said = {name: True if value == "on" else value for name, value in query.items()}
        if not any(all(str(getattr(rule.entry, name)) == str(said[name]) for name in said) for rule in rules):
            yield text, reverse("admin:policy_add", query=query)


def by_editors(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_editor(request):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


@by_editors
def add_rule(request: HttpRequest) -> HttpResponse:
    """Add a rule; the address may prefill its form."""
    rules = rules_in_order()
    given = {name: request.GET[name] for name in PREFILLED if name in request.GET}
    # It comes first; a rule for everybody comes below the exceptions for one person.
    above = 0 if given.get("person") else max((rule.number for rule in rules if rule.entry.person), default=0)
    initial = {"outcome": Outcome.CONSENT, "position": above + 1, **given}
    return _edit(request, RuleForm(request.POST or None, initial=initial, count=len(rules) + 1), replaced=None)


@by_editors
def edit_rule(request: HttpRequest, rule_id: UUID) -> HttpResponse:
    rule = _find(rule_id)
    if rule is None:
        return _follow(request, rule_id)
    initial = initial_of(rule.entry, rule.number)
    if "delegates_to_reviewers" in request.GET:
        initial["delegates_to_reviewers"] = True
    form = RuleForm(request.POST or None, initial=initial, count=len(policy_file.current().policies))
    return _edit(request, form, replaced=rule)


@by_editors
def remove_rule(request: HttpRequest, rule_id: UUID) -> HttpResponse:
    """Ask for confirmation, with the effect of removing the rule on past writes."""
    rule = _find(rule_id)
    if rule is None:
        return _follow(request, rule_id)
    present = policy_file.current()
    document = _with_rules(present, [entry for place, entry in enumerate(present.policies, 1) if place != rule.number])
    if request.method == "POST" and "save" in request.POST:
        again = reverse("admin:policy_add", query=prefilled(rule.entry, rule.number))
        return _save(request, document, format_html(UNDOABLE, _("The rule was removed."), again, _("Add it again")))
    trial = trial_of(loading.rows_of(document).policies, data=request.POST, now=timezone.now())
    return _page(request, "admin/policy/remove.html", {"title": _("Remove a rule"), "rule": rule, "trial": trial})


@by_editors
def add_alias(request: HttpRequest) -> HttpResponse:
    """Add a spelling of a field, as `identity.city`; an unknown field needs confirmation."""
    present = policy_file.current()
    spelling, address = (request.POST.get(name, "").strip() for name in ("spelling", "address"))
    try:
        [row] = loading.rows_of(PolicyDocument(aliases={spelling: address})).aliases
    except InvalidPolicies as error:
        is_of_name = not error.given
        problem = "" if is_of_name else bare_name(address)
        problem = problem or f"{field_of(error)[1]} {suggestion(error)}".rstrip()
        return _listed(request, spelling=spelling, address=address, problem=problem, is_of_name=is_of_name)
    stands_for = present.aliases.get(row.spelling, "")
    if stands_for and stands_for != f"{row.category}.{row.key}":
        problem = ALREADY % {"name": row.spelling, "field": field_words(stands_for)}
        return _listed(request, spelling=spelling, address=address, problem=problem)
    if (unknown := unknown_field(row.key, is_address=True)) and "uses_this_name" not in request.POST:
        return _listed(request, spelling=spelling, address=address, problem=unknown, asks_about_name=True)
    document = present.model_copy(update={"aliases": {**present.aliases, row.spelling: address}})
    named = {"name": spelling, "field": field_words(f"{row.category}.{row.key}"), "kept": row.spelling}
    message_text = _("“%(name)s” stands for %(field)s now.") % named
    if row.spelling != spelling.lower():
        message_text = f"{message_text} {FILED_AS % named}"
    return _save(request, document, message_text, warns=False)


@by_editors
def remove_alias(request: HttpRequest, alias_id: UUID) -> HttpResponse:
    """Remove a spelling; the message links to the form to add it again."""
    alias = FieldAlias.objects.filter(id=alias_id).first()
    if request.method != "POST" or alias is None:
        raise Http404
    present = policy_file.current()
    kept = {spelling: address for spelling, address in present.aliases.items() if spelling != alias.spelling}
    given = {"spelling": alias.spelling, "address": f"{alias.category}.{alias.key}"}
    page = reverse("admin:policies", query=given, fragment="aliases")
    message_text = REMOVED % {"spelling": alias.spelling, "address": name_of(alias.key)}
    message = format_html(UNDOABLE, message_text, page, _("Add it again"))
    return _save(request, present.model_copy(update={"aliases": kept}), message, warns=False)


def _edit(request: HttpRequest, form: RuleForm, *, replaced: Rule | None) -> HttpResponse:
    said: PolicyEntry | Policy | None = replaced.entry if replaced else None
    unknown = unknown_field(said.fact_key) if said and request.method != "POST" else ""
    page: dict[str, Any] = {"trial": None, "warning": unknown, "asks_about_name": bool(unknown)}
    if request.method == "POST" and form.is_valid():
        rows = _rows(form, replaced)
        if rows and (saved := _tried(request, form, rows, replaced, page)):
            return saved
        said = rows[form.place] if rows else None
    title = _("Rule %(number)d") % {"number": replaced.number} if replaced else _("New rule")
    page |= {"title": title, "form": form, "rule": replaced, "known_fields": known_fields()}
    page["reach"] = reach_in_texts(said) if said else ""
    return _page(request, "admin/policy/rule.html", page)


def _rows(form: RuleForm, replaced: Rule | None) -> Sequence[Policy]:
    """Return the rules with that of a valid form; none, with errors in the form, where it is invalid."""
    try:
        return loading.rows_of(_placed(form, replaced)).policies
    except InvalidPolicies as error:
        name, text = field_of(error)
        form.add_error(name if name in form.fields else None, text)
        return ()


def _tried(
    request: HttpRequest, form: RuleForm, rows: Sequence[Policy], replaced: Rule | None, page: dict[str, Any]
) -> HttpResponse | None:
    """Save the rule, or show the page with its effect. An unknown name must be confirmed for both."""
    unknown = unknown_field(rows[form.place].fact_key)
    never = voided(rows, form.place) if rows[form.place].outcome != Outcome.NEVER else []
    page |= {"asks_about_name": bool(unknown), "asks_about_never": bool(never), "warning": form.warning}
    saves = "save" in request.POST
    if not form.may_be_tried(unknown) or (saves and not form.may_be_saved(replaced.entry if replaced else None)):
        return None
    if saves and not form.may_void(never):
        return None
    if not saves:
        page["trial"] = trial_of(rows, data=request.POST, now=timezone.now())
        return None
    if form.warning:
        messages.warning(request, form.warning)
    said = SAVED_FOR_ONE if rows[form.place].about_person_id else SAVED_FOR_ALL
    standing = unaffected_rows(rows, form.place, now=timezone.now())
    _save(request, _placed(form, replaced), said)
    if standing:
        messages.warning(request, standing)
    question_id = uuid_of(request.GET.get(RETURN_TO, ""))
    if question_id and Proposal.objects.filter(id=question_id).exists():
        return redirect("admin:consent_proposal_change", question_id)
    return redirect("admin:policy_edit", rules_in_order()[form.place].row.id)


def _placed(form: RuleForm, replaced: Rule | None) -> PolicyDocument:
    """Return the present set with the form's rule at its place, instead of the one that it replaces."""
    present = policy_file.current()
    others = [entry for place, entry in enumerate(present.policies, 1) if not replaced or place != replaced.number]
    return _with_rules(present, [*others[: form.place], form.entry(), *others[form.place :]])


def _with_rules(document: PolicyDocument, entries: Sequence[PolicyEntry]) -> PolicyDocument:
    return document.model_copy(update={"policies": list(entries)})


def _save(
    request: HttpRequest, document: PolicyDocument, message: Promise | str, *, warns: bool = True
) -> HttpResponse:
    """`warns`: warn of the rules without effect."""
    membership = staff_membership(request)
    assert membership is not None, "admin_view lets nobody through without a membership"
    saved = loading.load(document, actor=membership.as_staff(), now=timezone.now())
    messages.success(request, str(message))
    for text in without_effect(saved.policies) if warns else ():
        messages.warning(request, text)
    return redirect("admin:policies")


def _find(rule_id: UUID) -> Rule | None:
    return next((rule for rule in rules_in_order() if rule.row.id == rule_id), None)


def _follow(request: HttpRequest, rule_id: UUID) -> HttpResponse:
    """Redirect from a replaced rule to its successor. 404 for other rules."""
    former = get_object_or_404(Policy, id=rule_id, person_id=None)
    row = loading.successor_of(former)
    if row is None:
        messages.info(request, _("That rule was removed. These are the rules in force."))
        return redirect("admin:policies")
    messages.info(request, _("You opened an earlier version of this rule. This is the one in force."))
    return redirect("admin:policy_edit", row.id)


def _page(request: HttpRequest, template: str, page: dict[str, Any]) -> HttpResponse:
    return TemplateResponse(request, template, admin.site.each_context(request) | page)
