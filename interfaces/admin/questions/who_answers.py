"""Who may answer a question, in words, and the rule that would let reviewers."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from consent.models import Policy, Proposal
from consent.policies.delegation import Answerers, asking, subjects_of
from consent.policies.rules import in_force
from interfaces.admin.questions.held_by import never_rules


def who_answers(by: Answerers) -> str:
    """ "The person, reviewers"; empty where nobody can."""
    if not by.person:
        return _("Reviewers") if by.reviewers else ""
    return _("The person, reviewers") if by.reviewers else _("The person")


def rule_for(proposal: Proposal, rules: Sequence[Policy] | None = None) -> str:
    """The address of the form of the rule that asks about it, or of a new one, with the box for reviewers ticked; empty
    where it is about no field, or several, and where a rule never stores it, which a new one would void. `rules` are
    those in force; None looks them up."""
    keys, rules = {subject.fact_key for subject in subjects_of(proposal)} - {""}, in_force() if rules is None else rules
    if len(keys) != 1 or never_rules(proposal, rules):
        return ""
    holding = {rule.id if rule and rule.person_id is None else None for _subject, rule in asking(proposal, rules)}
    if len(holding) == 1 and (rule_id := holding.pop()):
        return reverse("admin:policy_edit", args=[rule_id], query={"delegates_to_reviewers": "on"})
    query = {"fact_key": keys.pop(), "outcome": "consent", "delegates_to_reviewers": "on"}
    return reverse("admin:policy_add", query=query)
