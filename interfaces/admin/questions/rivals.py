"""Open questions that compete about one field of a person."""

from django.db.models import Q

from consent.models import Proposal

MOST_RIVALS = 20


def field_of(proposal: Proposal) -> str:
    """`identity.city` of a question that claims a value of this field alone; empty for any other."""
    return proposal.claims[0].partition("=")[0] if len(proposal.claims) == 1 else ""


def rivals_of(proposal: Proposal) -> list[Proposal]:
    """The other open questions about its field, the newest first. In the entered scope."""
    field = field_of(proposal)
    if not field:
        return []
    others = Proposal.objects.asked().pending().filter(Q(person_id=proposal.person_id)).exclude(id=proposal.id)
    same = others.filter(claims__0__startswith=f"{field}=", claims__1__isnull=True)
    return list(same.order_by("-created_at", "-id")[:MOST_RIVALS])
