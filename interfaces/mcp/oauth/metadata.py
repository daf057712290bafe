"""Metadata that tells clients which server issues tokens, and how (RFC 9728, RFC 8414)."""

from typing import Any

from allauth.idp.oidc import app_settings
from django.http import Http404, HttpRequest, JsonResponse
from django.urls import reverse

from interfaces.mcp import PATHS
from interfaces.mcp.oauth.adapter import GRANT_TYPES, SCOPE


def protected_resource(request: HttpRequest, path: str) -> JsonResponse:
    if f"/{path}" not in PATHS:
        raise Http404
    return _public(
        {
            "resource": request.build_absolute_uri(f"/{path}"),
            "resource_name": "Memory server",
            "authorization_servers": [_issuer(request)],
            "scopes_supported": [SCOPE],
            "bearer_methods_supported": ["header"],
        }
    )


def authorization_server(request: HttpRequest, path: str = "") -> JsonResponse:
    """The same for every path after it, because there is one authorization server."""

    def address(name: str) -> str:
        return request.build_absolute_uri(reverse(f"idp:oidc:{name}"))

    return _public(
        {
            "issuer": _issuer(request),
            "authorization_endpoint": address("authorization"),
            "token_endpoint": address("token"),
            "registration_endpoint": address("client_registration"),
            "revocation_endpoint": address("revoke"),
            "scopes_supported": [SCOPE],
            "response_types_supported": ["code"],
            "grant_types_supported": [str(kind) for kind in GRANT_TYPES],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": [str(method) for method in app_settings.AUTH_METHODS],
        }
    )


def _issuer(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


def _public(content: dict[str, Any]) -> JsonResponse:
    """Allow clients in browsers to read it, too."""
    return JsonResponse(content, headers={"Access-Control-Allow-Origin": "*"})
