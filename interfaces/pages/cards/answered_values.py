"""The value that each decision was about."""

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.fields.json import KT

from consent.models import Decision
from consent.models.decision import Receipt, Verdict
from interfaces.competing_requests import head

APPROVING = (Verdict.APPROVE, Verdict.AMEND)


def with_values(decisions: QuerySet[Decision]) -> QuerySet[Decision]:
    """Annotate decisions with the value from their receipts, because a repeated request may end with another value."""
    disclosed = Receipt.objects.filter(decision=OuterRef("pk")).values(shown=KT("disclosure__new_value"))
    return decisions.select_related("proposal").annotate(shown_value=Subquery(disclosed[:1]))


def value_of(decision: Decision) -> str:
    """Return the value that was approved."""
    proposal = decision.proposal
    shown: str = getattr(decision, "shown_value", None) or ""
    return head(shown or (decision.verdict == Verdict.AMEND and proposal.kept_value) or proposal.new_value)
