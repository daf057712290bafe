"""The rules in force under which a question is asked, each with its page. Rules of the past are not stored."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from consent.models import Policy, Proposal
from consent.models.policy import Outcome
from consent.policies.delegation import asking, ruling_rules
from consent.policies.memories_of_others import noted_by_others
from consent.policies.own_statements import against_own_statements
from consent.policies.rules import Subject, in_force
from interfaces import plain_words
from interfaces.admin.policies.views import Rule, rules_in_order


def matching_rules(proposal: Proposal, *, may_edit: bool) -> list[tuple[str, str]]:
    """Return texts with addresses, each once. Runs in the entered scope."""
    found, never, rules = asking(proposal), never_rules(proposal), {}
    if never or any(rule for _subject, rule in found):
        rules = {rule.row.id: rule for rule in rules_in_order()}
    refusing = [_never(_reason(Subject("", "", ""), rule, rules.get(rule.id), may_edit)) for rule in never]
    reasons = [_reason(subject, rule, rules.get(rule.id) if rule else None, may_edit) for subject, rule in found]
    theirs = [(_own_words(at), "") for at in against_own_statements([proposal]).values()]
    if not theirs and not reasons and noted_by_others([proposal]):
        theirs = [(_("The words of another agent"), "")]
    return [*dict.fromkeys(refusing), *theirs, *dict.fromkeys(reasons)]


def _own_words(forgotten_at: datetime | None) -> str:
    if forgotten_at:
        return _("It would bring back what the person forgot themselves")
    return _("It would change what the person said themselves")


def never_rules(proposal: Proposal, rules: Sequence[Policy] | None = None) -> list[Policy]:
    """Return the rules in force that would refuse such a request now; the question is older than they are. `rules` are
    those in force; None looks them up."""
    found = ruling_rules(proposal, in_force() if rules is None else rules)
    return [rule for rule in found if rule.outcome == Outcome.NEVER]


def reason_of(subject: Subject, policy: Policy | None, *, may_edit: bool) -> tuple[str, str]:
    """Return what decides about a subject: a rule, or the default, as a text with an address. Runs in the entered
    scope."""
    if policy is None and not subject.fact_key:
        return _("No rule takes it: the default for everything else"), reverse("admin:policies")
    rules = {rule.row.id: rule for rule in rules_in_order()} if policy else {}
    return _reason(subject, policy, rules.get(policy.id) if policy else None, may_edit)


def rule_links(ids: Collection[UUID], *, may_edit: bool) -> dict[UUID, tuple[str, str]]:
    """Return those of the workspace's rules that are in force, by id, as texts with addresses. Runs in the entered
    scope."""
    return {rule.row.id: _named(rule, may_edit) for rule in rules_in_order() if rule.row.id in ids} if ids else {}


def _never(reason: tuple[str, str]) -> tuple[str, str]:
    text, url = reason
    return _("%(rule)s. It never stores this: such a request would be refused now, and this one waits from before") % {
        "rule": text
    }, url


def _reason(subject: Subject, policy: Policy | None, rule: Rule | None, may_edit: bool) -> tuple[str, str]:
    if policy is None:
        name = capfirst(plain_words.name_of(subject.fact_key))
        return _("The default for the field “%(name)s”") % {"name": name}, reverse("admin:policies")
    if rule is None:
        return _("A rule of the person's own"), ""
    return _named(rule, may_edit)


def _named(rule: Rule, may_edit: bool) -> tuple[str, str]:
    page = reverse("admin:policy_edit", args=[rule.row.id]) if may_edit else reverse("admin:policies")
    return _("Rule %(number)d: %(what)s") % {"number": rule.number, "what": rule.applies_to}, page
