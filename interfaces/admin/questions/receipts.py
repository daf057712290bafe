"""The receipt of an answered question as staff may have it: it proves who answered, when and how, without values."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from consent.models import Proposal, Receipt
from consent.receipts.document import receipt_of
from interfaces.admin.staff import staff_actor


def has_receipt(question: Proposal) -> bool:
    """In the entered scope. Nobody was asked about one that is muted."""
    return not question.is_muted and Receipt.objects.filter(decision__proposal=question).exists()


def receipt(request: HttpRequest, proposal_id: UUID) -> HttpResponse:
    """The file that the person gets too, without what the hashes stand for. 404 where nobody answered."""
    found = receipt_of(proposal_id, actor=staff_actor(request), now=timezone.now(), with_values=False)
    if found is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="receipt-{proposal_id}.json"'}
    return JsonResponse(found, headers=headers, json_dumps_params={"indent": 2, "ensure_ascii": False})
