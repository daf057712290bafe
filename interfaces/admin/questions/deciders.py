"""Who may answer a question, in words, and the rule that would let reviewers answer."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from consent.models import Policy, Proposal
from consent.policies.delegation import Answerers, asking, shares_of_reviewers, subjects_of
from consent.policies.rules import in_force
from interfaces.admin.policies.matching_rules import never_rules
from interfaces.admin.policies.views import RETURN_TO
from interfaces.plain_words import name_of


def who_answers(by: Answerers) -> str:
    """ "The person, reviewers"; empty where no one can."""
    if not by.person:
        return _("Reviewers") if by.reviewers else ""
    return _("The person, reviewers") if by.reviewers else _("The person")


def rule_for(proposal: Proposal, rules: Sequence[Policy] | None = None, *, is_for_all: bool = False) -> str:
    """Return the form of a rule that lets reviewers answer it, for this person; where it `is_for_all` people, of the
    rule that asks about it, or of a new one. Empty where it is about no field, or several lack a rule, and where a rule
    never stores it, which a new one would override. `rules` are those in force; None looks them up."""
    rules = in_force() if rules is None else rules
    keys = {subject.fact_key for subject in subjects_of(proposal)} - {""}
    if never_rules(proposal, rules):
        return ""
    if len(keys) > 1:
        _may, missing = reviewers_part(proposal, rules, is_for_all=is_for_all)
        return missing[0][1] if len(missing) == 1 else ""
    whom = None if is_for_all else proposal.person_id
    return _form_for(keys.pop(), [rule for _subject, rule in asking(proposal, rules)], whom) if keys else ""


def rules_for(proposal: Proposal, *, may_edit: bool) -> dict[str, str]:
    """Return the forms of rules that let reviewers answer it: for this person alone, and for all. They redirect back to
    it."""
    forms = (
        {"rule_url": rule_for(proposal), "rule_url_for_all": rule_for(proposal, is_for_all=True)} if may_edit else {}
    )
    return {name: _with_return(url, proposal) for name, url in forms.items()}


def _with_return(url: str, proposal: Proposal) -> str:
    """Return the form of a rule that redirects back to a question once it is saved."""
    return f"{url}&{urlencode({RETURN_TO: proposal.id})}" if url else ""


def reviewers_part(
    proposal: Proposal, rules: Sequence[Policy] | None = None, *, is_for_all: bool = False
) -> tuple[list[str], list[tuple[str, str]]]:
    """Return, for a question about several fields, those that reviewers may answer, and the others with links to the
    forms that let them, in words; nothing where a rule never stores it."""
    rules = in_force() if rules is None else rules
    if never_rules(proposal, rules):
        return [], []
    may, held = shares_of_reviewers(proposal, rules)
    holding: dict[str, list[Policy | None]] = {}
    for subject, rule in held:
        if subject.fact_key:
            holding.setdefault(subject.fact_key, []).append(rule)
    named = dict.fromkeys(name_of(subject.fact_key) for subject in may if subject.fact_key not in ("", *holding))
    whom = None if is_for_all else proposal.person_id
    return [*named], [(name_of(key), _form_for(key, found, whom)) for key, found in holding.items()]


def part_of_reviewers(proposal: Proposal, *, is_open: bool, may_edit: bool) -> dict[str, Any]:
    """Return which fields of an open question reviewers may answer, and which not; only for questions that they may
    answer in part."""
    may, missing = reviewers_part(proposal) if is_open else ([], [])
    names = [(name, _with_return(url, proposal) if may_edit else "") for name, url in missing]
    return {"reviewers_may": ", ".join(may), "reviewers_miss": names if may else []}


def _form_for(key: str, found: Sequence[Policy | None], whom: UUID | None) -> str:
    """Return the form of the rule about a field for this person alone, or for all where no person is given, or of a new
    rule."""
    holding = {rule.id if rule and rule.person_id is None and rule.about_person_id == whom else None for rule in found}
    if len(holding) == 1 and (rule_id := holding.pop()):
        return reverse("admin:policy_edit", args=[rule_id], query={"delegates_to_reviewers": "on"})
    query = {"fact_key": key, "outcome": "consent", "delegates_to_reviewers": "on"}
    return reverse("admin:policy_add", query=query | ({"person": str(whom)} if whom else {}))
