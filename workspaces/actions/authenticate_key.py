from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, OuterRef, Q, QuerySet, Subquery, When

from workspaces import scope
from workspaces.actors import Actor, ActorKind
from workspaces.models import ApiKey, Exclusion, Grant
from workspaces.models.agent import hash_secret, parse_key
from workspaces.pipelined_query import PipelinedQuery

SUPERVISOR = "supervisor"
# One write per key and minute, not one per request.
LAST_USED_RESOLUTION = timedelta(minutes=1)
# Everything about a key in one round trip, for every request needs it; nothing is remembered from one request to the
# next, so that a key or grant that is revoked counts no longer at once.
KEY = """
SELECT k.id, k.last_used_at, a.id, a.name, a.role, a.may_audit, q.requests_per_minute,
k.last_write_position FROM workspaces_apikey k
JOIN workspaces_agent a ON a.workspace_id = k.workspace_id AND a.id = k.agent_id
JOIN workspaces_workspace w ON w.id = k.workspace_id AND w.closed_at IS NULL
LEFT JOIN workspaces_quota q ON q.workspace_id = k.workspace_id
WHERE k.workspace_id = %s AND k.secret_sha256 = %s AND k.revoked_at IS NULL
AND (k.expires_at IS NULL OR k.expires_at > %s) AND a.is_active
"""
LISTS = "SELECT role, categories FROM workspaces_allowlist WHERE workspace_id = %s ORDER BY role"


class InvalidKey(Exception):
    """No usable key: unknown, revoked, expired, malformed, or of a closed workspace. Callers must not tell which."""


def authenticate_key(key: str, *, now: datetime) -> Actor:
    """The agent behind an API key, with its allowlist and grants. Raises InvalidKey.

    Enters the scope that the key names: with a wrong secret that scope shows nothing.
    """
    parsed = parse_key(key)
    if parsed is None:
        raise InvalidKey
    workspace_id, secret = parsed
    digest = hash_secret(secret)
    with scope.pipelined_scope(workspace_id):
        granted = PipelinedQuery.recurring(_grants, digest, now)
        statements = [(KEY, (workspace_id, digest, now)), (LISTS, (workspace_id,)), granted.statement]
        keys, lists, grants = scope.fetch_pipelined(statements)
    if not keys:
        raise InvalidKey
    key_id, last_used_at, agent_id, name, role, may_audit, rate, position = keys[0]
    if last_used_at is None or last_used_at < now - LAST_USED_RESOLUTION:
        _mark_used(workspace_id, key_id, now)
    allowed, hidden = categories_of(role, lists)
    return Actor(
        kind=ActorKind.AGENT,
        workspace_id=workspace_id,
        id=agent_id,
        name=name,
        role=role,
        key_id=key_id,
        requests_per_minute=rate,
        may_audit=may_audit,
        last_write_position=position,
        categories=allowed,
        hidden_categories=hidden,
        grants=tuple(grant.as_view(frozenset(grant.left_out or ())) for grant in granted.models(grants)),
    )


def categories_of(role: str, rows: Sequence[tuple[Any, ...]]) -> tuple[tuple[str, ...] | None, frozenset[str]]:
    """The role's categories and, for the supervisor, the categories that only other roles' lists name (R3)."""
    lists = {each: tuple(categories) for each, categories in rows}
    own = lists.get(role, ())
    if role != SUPERVISOR:
        return own, frozenset()
    return None, frozenset().union(*lists.values()) - frozenset(own)


def _grants(digest: str, now: datetime) -> QuerySet[Any]:
    """The grants in force of a key's agent, and who took themselves out of those for everyone."""
    agent = ApiKey.objects.filter(secret_sha256=digest).values("agent_id")
    excluded = ArraySubquery(Exclusion.objects.filter(agent_id=OuterRef("agent_id")).values("person_id"))
    for_everyone = When(person__isnull=True, namespace_path="", then=excluded)
    return Grant.objects.in_force(now=now).filter(agent_id=Subquery(agent)).annotate(left_out=Case(for_everyone))


def _mark_used(workspace_id: UUID, key_id: UUID, now: datetime) -> None:
    stale = Q(last_used_at__isnull=True) | Q(last_used_at__lt=now)
    with scope.enter(workspace_id):
        ApiKey.objects.filter(stale, id=key_id).update(last_used_at=now)
