from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Q

from workspaces import scope, sensitivity
from workspaces.actors import Actor, ActorKind, GrantView
from workspaces.models import ApiKey
from workspaces.models.agent import hash_secret, parse_key

SUPERVISOR = "supervisor"
# One write per key and minute, not one per request.
LAST_USED_RESOLUTION = timedelta(minutes=1)
# Everything about a key in one round trip, for every request needs it; nothing is remembered from one request to the
# next, so that a key or grant that is revoked counts no longer at once. The conditions are those of `usable` and
# `in_force`.
KEY = """
SELECT k.id, k.last_used_at, a.id, a.name, a.role FROM workspaces_apikey k
JOIN workspaces_agent a ON a.workspace_id = k.workspace_id AND a.id = k.agent_id
WHERE k.workspace_id = %s AND k.secret_sha256 = %s AND k.revoked_at IS NULL
AND (k.expires_at IS NULL OR k.expires_at > %s) AND a.is_active
"""
LISTS = "SELECT role, categories FROM workspaces_allowlist WHERE workspace_id = %s ORDER BY role"
GRANTS = """
SELECT g.person_id, g.namespace_path, g.can_read, g.can_write, g.ceiling, g.expires_at, g.relays_consent,
CASE WHEN g.person_id IS NULL AND g.namespace_path = '' THEN ARRAY(SELECT x.person_id FROM workspaces_exclusion x
    WHERE x.workspace_id = g.workspace_id AND x.agent_id = g.agent_id) END FROM workspaces_grant g
WHERE g.workspace_id = %s AND g.revoked_at IS NULL AND (g.expires_at IS NULL OR g.expires_at > %s)
AND g.agent_id = (SELECT agent_id FROM workspaces_apikey WHERE workspace_id = %s AND secret_sha256 = %s)
"""


class InvalidKey(Exception):
    """No usable key: unknown, revoked, expired or malformed. Callers must not tell which."""


def authenticate_key(key: str, *, now: datetime) -> Actor:
    """The agent behind an API key, with its allowlist and grants. Raises InvalidKey.

    Enters the scope that the key names: with a wrong secret that scope shows nothing.
    """
    parsed = parse_key(key)
    if parsed is None:
        raise InvalidKey
    workspace_id, secret = parsed
    digest = hash_secret(secret)
    named = (workspace_id, digest)
    statements = [(KEY, (*named, now)), (LISTS, (workspace_id,)), (GRANTS, (workspace_id, now, *named))]
    keys, lists, grants = scope.pipelined_read(workspace_id, statements)
    if not keys:
        raise InvalidKey
    key_id, last_used_at, agent_id, name, role = keys[0]
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
        categories=allowed,
        hidden_categories=hidden,
        grants=tuple(_grant(row) for row in grants),
    )


def categories_of(role: str, rows: Sequence[tuple[Any, ...]]) -> tuple[tuple[str, ...] | None, frozenset[str]]:
    """The role's categories and, for the supervisor, the categories that only other roles' lists name (R3)."""
    lists = {each: tuple(categories) for each, categories in rows}
    own = lists.get(role, ())
    if role != SUPERVISOR:
        return own, frozenset()
    return None, frozenset().union(*lists.values()) - frozenset(own)


def _grant(row: tuple[Any, ...]) -> GrantView:
    person_id, path, can_read, can_write, ceiling, expires_at, relays, excluded = row
    rank = sensitivity.rank(ceiling)
    return GrantView(person_id, path, can_read, can_write, rank, expires_at, frozenset(excluded or ()), relays)


def _mark_used(workspace_id: UUID, key_id: UUID, now: datetime) -> None:
    stale = Q(last_used_at__isnull=True) | Q(last_used_at__lt=now)
    with scope.enter(workspace_id):
        ApiKey.objects.filter(stale, id=key_id).update(last_used_at=now)
