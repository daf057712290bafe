"""The page on which a person lets a client act as an agent about them, in a role that they choose."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from allauth.idp.oidc.forms import AuthorizationForm
from allauth.idp.oidc.models import Client
from allauth.idp.oidc.views import AuthorizationView
from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.functional import cached_property

from interfaces.mcp.oauth.refusals import NO_MEMORY, OVER, UNPROTECTED, fault_of, refused
from interfaces.roles import RoleInWords, roles_in_words
from workspaces import scope
from workspaces.actions.connect_client import connect_client, disconnect_client
from workspaces.models import Membership

WORKSPACE_KEY = "workspace_id"  # session key of the workspace that the pages show


class ConsentForm(AuthorizationForm):  # type: ignore[misc]
    """The only scope is approved as a whole; the person chooses the role."""

    def __init__(self, *args: Any, roles: Sequence[RoleInWords], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"] = forms.ChoiceField(choices=[(role.name, role.name) for role in roles])


class ConsentView(AuthorizationView):  # type: ignore[misc]
    form_class = ConsentForm

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        fault = fault_of(request)
        if fault is not None:
            return refused(request, fault)
        if "code_challenge" not in request.GET or request.GET.get("code_challenge_method") != "S256":
            return refused(request, UNPROTECTED)
        to_login: HttpResponse | None = self._login_required(request)
        if to_login is not None:
            return to_login
        if self.membership is None:
            return refused(request, NO_MEMORY)
        response: HttpResponse = super().get(request, *args, **kwargs)
        if response.status_code == 200:
            _allow_redirect(response, request.GET.get("redirect_uri", ""))
        return response

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and self.membership is None:
            return refused(request, NO_MEMORY)
        try:
            response: HttpResponse = super().post(request, *args, **kwargs)
        except (PermissionDenied, Client.DoesNotExist):  # the signature is wrong, or the client was deleted
            return refused(request, OVER)
        # Other responses are the library's own error pages.
        is_fault = response.status_code == 200 and not isinstance(response, TemplateResponse)
        if is_fault or isinstance(response, HttpResponseForbidden):
            return refused(request, OVER)
        return response

    @cached_property
    def memberships(self) -> list[Membership]:
        rows = Membership.objects.filter(account_id=self.request.user.pk, person_id__isnull=False)
        return list(rows.select_related("workspace", "account").order_by("created_at"))

    @property
    def membership(self) -> Membership | None:
        """Return the membership in the workspace that the pages show, else the first one."""
        shown = self.request.session.get(WORKSPACE_KEY)
        ordered = sorted(self.memberships, key=lambda each: str(each.workspace_id) != shown)
        return ordered[0] if ordered else None

    @cached_property
    def roles(self) -> list[RoleInWords]:
        assert self.membership is not None
        with scope.enter(self.membership.workspace_id):
            return roles_in_words()

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "roles": self.roles}

    def form_valid(self, form: ConsentForm) -> HttpResponse:
        """Connect the client, then send it its code."""
        assert self.membership is not None
        client, now = Client.objects.get(id=self._request_info["client_id"]), timezone.now()
        for each in self.memberships:
            with scope.enter(each.workspace_id):
                if each == self.membership:
                    role = form.cleaned_data["role"]
                    connect_client(client_id=client.id, name=client.name, role=role, membership=each, now=now)
                else:
                    disconnect_client(client_id=client.id, membership=each, now=now)
        response: HttpResponse = super().form_valid(form)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        goes_to = self._request_info.get("redirect_uri") or ""
        more = {"roles": self.roles, "membership": self.membership, "goes_to": _origin(goes_to), "scopes": self._scopes}
        return {**super().get_context_data(**kwargs), **more}


def _origin(uri: str) -> str:
    parts = urlsplit(uri)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") else f"{parts.scheme}:"


def _allow_redirect(response: HttpResponse, redirect_uri: str) -> None:
    """Add the redirect's target to `form-action`, which browsers check for redirects of forms, too."""
    response._csp_update = {"form-action": [_origin(redirect_uri)]}  # type: ignore[attr-defined]
