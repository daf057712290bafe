"""The value that each decision was about."""

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.fields.json import KT

from consent.models import Decision
from consent.models.decision import Receipt, Verdict
from interfaces.competing_requests import head

APPROVING = (Verdict.APPROVE, Verdict.AMEND)


def with_values(decisions: QuerySet[Decision]) -> QuerySet[Decision]:
    """With the value that each was about, by its receipt: a request that is asked anew may end with another."""
    disclosed = Receipt.objects.filter(decision=OuterRef("pk")).values(shown=KT("disclosure__new_value"))
    return decisions.select_related("proposal").annotate(shown_value=Subquery(disclosed[:1]))


def value_of(decision: Decision) -> str:
    """What was agreed to."""
    proposal = decision.proposal
    shown: str = getattr(decision, "shown_value", None) or ""
    return head(shown or (decision.verdict == Verdict.AMEND and proposal.kept_value) or proposal.new_value)
