"""Stopping mail from a link in one of them, without signing in."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt

from operations.delivery.mail import membership_of
from workspaces.models import Membership


@method_decorator(csrf_exempt, name="dispatch")
class StopMailView(View):
    """A link that is only looked at changes nothing; a POST stops the mail, also that of a mail program (RFC 8058).

    The signed link is all that is needed, so there is no session that another site could misuse.
    """

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        _membership_id(token)
        return render(request, "mail/stop.html", {"is_stopped": False})

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        for membership in Membership.objects.filter(id=_membership_id(token)):
            membership.choose_mail(digest=False, reminders=False)
        return render(request, "mail/stop.html", {"is_stopped": True})


def _membership_id(token: str) -> UUID:
    found = membership_of(token)
    if found is None:
        raise Http404
    return found
