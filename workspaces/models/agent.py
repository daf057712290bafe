import hashlib
import secrets
from datetime import datetime
from uuid import UUID

from django.db import models

from workspaces.models.tenant import TenantForeignKey, TenantModel

KEY_PREFIX = "mem"
NAME_CHARACTERS = 100


class Agent(TenantModel):
    """A program that reads and writes memories. Its role decides its allowlist (001 §5)."""

    name = models.CharField(max_length=NAME_CHARACTERS)
    role = models.CharField(max_length=64)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "name"], name="agent_name_per_workspace"),
        ]

    def __str__(self) -> str:
        return self.name


class ApiKey(TenantModel):
    """One of an agent's keys. Only the SHA-256 of its 256-bit secret is kept; the key is shown once, when issued."""

    agent = TenantForeignKey(Agent, on_delete=models.CASCADE, related_name="keys")
    label = models.CharField(max_length=100, blank=True)
    hint = models.CharField(max_length=16, help_text="First characters of the secret, to tell keys apart.")
    secret_sha256 = models.CharField(max_length=64, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta(TenantModel.Meta):
        verbose_name = "API key"
        constraints = [
            models.UniqueConstraint(fields=["workspace", "secret_sha256"], name="api_key_secret_once"),
        ]

    def __str__(self) -> str:
        return f"{self.hint}… ({self.label or 'unnamed'})"

    def revoke(self, *, now: datetime) -> None:
        self.revoked_at = now
        self.save(update_fields=["revoked_at"])


def hash_secret(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def new_secret() -> str:
    """256 random bits as 64 hexadecimal digits."""
    return secrets.token_hex(32)


def format_key(workspace_id: UUID, secret: str) -> str:
    return f"{KEY_PREFIX}_{workspace_id.hex}_{secret}"


def parse_key(key: str) -> tuple[UUID, str] | None:
    """The workspace and the secret of an API key; None when it has another shape."""
    prefix, _, rest = key.partition("_")
    workspace, _, secret = rest.partition("_")
    if prefix != KEY_PREFIX or len(workspace) != 32 or not secret.isalnum():
        return None
    try:
        return UUID(hex=workspace), secret
    except ValueError:
        return None
