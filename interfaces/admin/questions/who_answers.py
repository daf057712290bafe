"""Who may answer a question, in words, and the rule that would let reviewers."""

from django.urls import reverse
from django.utils.translation import gettext as _

from consent.models import Proposal
from consent.policies.delegation import Answerers, subjects_of
from interfaces.admin.questions.held_by import never_rules


def who_answers(by: Answerers) -> str:
    """ "The person, reviewers"; empty where nobody can."""
    if not by.person:
        return _("Reviewers") if by.reviewers else ""
    return _("The person, reviewers") if by.reviewers else _("The person")


def new_rule_for(proposal: Proposal) -> str:
    """The address of the form of a rule that hands its field to reviewers; empty where it is about none, or several,
    and where a rule never stores it, which the new one would void."""
    keys = {subject.fact_key for subject in subjects_of(proposal)} - {""}
    if len(keys) != 1 or never_rules(proposal):
        return ""
    query = {"fact_key": keys.pop(), "outcome": "consent", "delegates_to_reviewers": "on"}
    return reverse("admin:policy_add", query=query)
