"""Hooks of allauth's identity provider."""

import secrets
from typing import Any
from urllib.parse import urlsplit

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from allauth.idp.oidc.models import Client
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from interfaces.mcp import PATHS

SCOPE = "memory"
GRANT_TYPES = [Client.GrantType.AUTHORIZATION_CODE, Client.GrantType.REFRESH_TOKEN]


class Adapter(DefaultOIDCAdapter):  # type: ignore[misc]
    scope_display = {SCOPE: _("Use your memory")}

    def generate_client_secret(self) -> str:
        """Use only letters that need no escaping: clients escape them for Basic (RFC 6749, 2.3.1), and allauth does not
        undo it."""
        return secrets.token_urlsafe(32)

    def validate_client_registration(self, *, client: Client, client_metadata: dict[str, Any], **kwargs: Any) -> None:
        """Give every client the only scope, by authorization codes only."""
        client.set_scopes([SCOPE])
        client.set_default_scopes([SCOPE])
        client.set_grant_types([str(kind) for kind in GRANT_TYPES])
        client.set_response_types([str(Client.ResponseType.CODE)])
        if not client.get_redirect_uris():
            raise ValidationError("redirect_uris names where the answer goes.")
        for uri in client.get_redirect_uris():
            _check_redirect(uri)

    def validate_resource_uris(self, *, uris: list[str], **kwargs: Any) -> None:
        """Allow tokens only for this server's MCP addresses (RFC 8707)."""
        ours = {self.request.build_absolute_uri(path) for path in PATHS}
        if not {uri.rstrip("/") for uri in uris} <= ours:
            raise ValidationError("This server gives tokens for its own addresses only.")


def _check_redirect(uri: str) -> None:
    """Allow HTTPS, an application's own scheme, or the same machine (RFC 8252). Raises ValidationError."""
    try:
        parts = urlsplit(uri)
    except ValueError as error:
        raise ValidationError("A redirect_uri is an address.") from error
    is_local = parts.scheme == "http" and parts.hostname in ("127.0.0.1", "localhost", "::1")
    if parts.scheme in ("", "http", "javascript", "data", "vbscript", "file") and not is_local:
        raise ValidationError("A redirect_uri is https, an application's own scheme, or http on the same machine.")
