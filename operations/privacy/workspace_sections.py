"""The sections of a workspace's export: those of people, about everybody, and what the workspace itself is made of."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

from consent.models import FieldAlias
from conversations.models import ThreadReader, WithheldValue
from intelligence.models import Budget
from memories.models import SourceName, SourceReference
from operations.models import Tombstone, WebhookEndpoint
from operations.privacy.export_rows import Columns, Reader
from operations.privacy.export_sections import SECTIONS, Section
from workspaces.models import Agent, Allowlist, ApiKey, Category, Invitation, Membership, Person, Quota

# What is not exported, and why.
LEFT_OUT: dict[str, str] = {
    "consent.AcknowledgementCode": "Codes of half an hour.",
    "consent.Notice": "What is about to be mailed.",
    "interfaces.IdempotencyRecord": "Answers of a day, for repeated requests.",
    "memories.Chunk": "Derived from the texts.",
    "memories.Embedding": "Derived from the texts.",
    "memories.MemoryAccess": "Counted within minutes.",
    "memories.PairFingerprint": "Which pairs need no second look.",
    "operations.Outbox": "What is about to be mailed.",
    "operations.ImportRun": "Files on their way in: what came of them is there as memories, turns and questions.",
    "operations.PushDevice": "Browsers, which only this server could notify.",
    "retrieval.LexemeStatistics": "Derived from the texts.",
    "workspaces.Usage": "Counted anew.",
}


def _all(manager: Any) -> Callable[[Reader], "QuerySet[Any]"]:
    return lambda reader: manager.all()


def _members(reader: Reader) -> "QuerySet[Membership]":
    return Membership.objects.filter(workspace_id=reader.actor.workspace_id).select_related("account")


def _login(reader: Reader, row: Membership) -> dict[str, Any]:
    return {"username": row.account.get_username(), "email": row.account.email}


def _without(*columns: str) -> Callable[[Reader, Any], Columns]:
    """Secrets, and what only this server could use."""
    return lambda reader, row: frozenset(columns)


WORKSPACE_SECTIONS: tuple[Section, ...] = (
    Section("people", Person, _all(Person.everybody)),
    *SECTIONS,
    Section("source_names", SourceName, _all(SourceName.objects)),
    Section("source_references", SourceReference, _all(SourceReference.objects)),
    Section("withheld_values", WithheldValue, _all(WithheldValue.objects)),
    Section("thread_readers", ThreadReader, _all(ThreadReader.objects)),
    Section("memberships", Membership, _members, shown=_login),
    Section("invitations", Invitation, _all(Invitation.objects)),
    Section("agents", Agent, _all(Agent.objects)),
    Section("api_keys", ApiKey, _all(ApiKey.objects), withheld=_without("secret_sha256")),
    Section("webhooks", WebhookEndpoint, _all(WebhookEndpoint.objects), withheld=_without("nonce")),
    Section("categories", Category, _all(Category.objects)),
    Section("allowlists", Allowlist, _all(Allowlist.objects)),
    Section("field_aliases", FieldAlias, _all(FieldAlias.objects)),
    Section("quotas", Quota, _all(Quota.objects)),
    Section("budgets", Budget, _all(Budget.objects)),
    Section("tombstones", Tombstone, _all(Tombstone.objects)),
)
