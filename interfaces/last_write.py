"""After what a login changed, its next page is not older."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.permissions import SAFE_METHODS

from workspaces import replicas
from workspaces.models import Account


def last_write_middleware(
    respond: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Pages, admin and REST alike; keys note their own writes (interfaces/rest/views.py)."""
    if not settings.READ_DATABASES:
        return respond

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = respond(request)
        if request.method not in SAFE_METHODS and isinstance(account := request.user, Account):
            replicas.note_account(account.id)
        return response

    return middleware
