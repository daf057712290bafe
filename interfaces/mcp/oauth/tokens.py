"""Tokens that are API keys: accepted by REST and MCP already, found in one round trip, revoked by whoever revokes a
key."""

import json
from datetime import datetime

from allauth.idp.oidc.models import Token
from allauth.idp.oidc.views import RevokeView, TokenView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from interfaces.mcp.oauth.adapter import GRANT_TYPES
from workspaces import scope
from workspaces.actions.connect_client import NotConnected, connected_agent, end_keys, forget_old_keys
from workspaces.actions.issue_key import issue_key
from workspaces.models import Membership

LABEL = "OAuth"
NO_GRANT_TYPE = "grant_type is missing. It is authorization_code, or refresh_token."
OTHER_GRANT_TYPE = (
    "This server gives tokens for grant_type=authorization_code, with PKCE, and grant_type=refresh_token only. People "
    "sign in at /oauth/authorize, never with the program; a program without a person uses an API key."
)
UNKNOWN_CLIENT = "The program is not known here, or its secret is wrong. Send its client_id, or register it anew."


class IssueTokenView(TokenView):  # type: ignore[misc]
    def post(self, request: HttpRequest) -> HttpResponse:
        """Check the grant type before the client is looked up (RFC 6749, 5.2)."""
        grant_type = request.POST.get("grant_type", "")
        if not grant_type:
            return _refused("invalid_request", NO_GRANT_TYPE)
        if grant_type not in GRANT_TYPES:
            return _refused("unsupported_grant_type", OTHER_GRANT_TYPE)
        try:
            response: HttpResponse = super().post(request)
        except ValidationError as error:
            return _refused("invalid_target", error.messages[0])
        return self._with_key(response) if response.status_code == 200 else _described(response)

    def _with_key(self, response: HttpResponse) -> HttpResponse:
        """Return the answer with an API key in place of allauth's random token, which was not sent to anyone yet."""
        answer = json.loads(response.content)
        token = Token.objects.by_value(answer["access_token"]).select_related("client").get()
        now = timezone.now()
        try:
            key = _issue(token, now=now)
        except NotConnected:
            _sibling_tokens(token).delete()
            return _refused("invalid_grant", "The person has taken back the access.")
        token.set_value(key)
        token.save(update_fields=["hash"])
        _sibling_tokens(token).expired().delete()
        response.content = json.dumps(answer | {"access_token": key}).encode()
        return response


class EndTokenView(RevokeView):  # type: ignore[misc]
    """Revoking either token ends both, and every key issued for them (RFC 7009, 2.1)."""

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        token = Token.objects.by_value(request.POST.get("token", "")).select_related("client").first()
        response: HttpResponse = super().post(request)
        if token is not None and response.status_code == 200:
            for membership in _memberships(token):
                with scope.enter(membership.workspace_id):
                    end_keys(client_id=token.client_id, membership=membership, now=timezone.now())
            _sibling_tokens(token).delete()
        return response


def _issue(token: Token, *, now: datetime) -> str:
    """Raises NotConnected."""
    for membership in _memberships(token):
        with scope.enter(membership.workspace_id):
            try:
                agent = connected_agent(client_id=token.client_id, membership=membership, now=now)
            except NotConnected:
                continue
            forget_old_keys(agent, now=now)
            return issue_key(agent=agent, label=LABEL, expires_at=token.expires_at)
    raise NotConnected


def _memberships(token: Token) -> list[Membership]:
    return list(Membership.objects.filter(account_id=token.user_id, person_id__isnull=False))


def _sibling_tokens(token: Token):  # type: ignore[no-untyped-def] # allauth has no types
    return Token.objects.filter(client_id=token.client_id, user_id=token.user_id)


def _described(response: HttpResponse) -> HttpResponse:
    """Add a description to an error without one (RFC 6749, 5.2)."""
    answer = json.loads(response.content)
    if answer.get("error") == "invalid_client":
        response.content = json.dumps({"error_description": UNKNOWN_CLIENT} | answer).encode()
    return response


def _refused(error: str, description: str) -> JsonResponse:
    return JsonResponse({"error": error, "error_description": description}, status=400)
