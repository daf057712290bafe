from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, OuterRef, Q, QuerySet, Subquery, When

from workspaces import scope, sensitivity
from workspaces.actors import Actor, ActorKind, GrantView
from workspaces.models import ApiKey, Exclusion, Grant
from workspaces.models.agent import hash_secret, parse_key
from workspaces.pipelined_query import PipelinedQuery

SUPERVISOR = "supervisor"
# One write per key and minute, not one per request.
LAST_USED_RESOLUTION = timedelta(minutes=1)
# Everything about a key in one statement, for every request needs it; nothing is remembered from one request to the
# next, so that a key or grant that is revoked counts no longer at once.
KEY = """
SELECT k.id, k.last_used_at, a.id, a.name, a.role, a.may_audit, q.requests_per_minute, k.last_write_position,
(SELECT json_agg(json_build_array(role, categories) ORDER BY role) FROM workspaces_allowlist WHERE workspace_id = %s),
(SELECT json_agg(granted) FROM ({grants}) AS granted)
FROM workspaces_apikey k
JOIN workspaces_agent a ON a.workspace_id = k.workspace_id AND a.id = k.agent_id
JOIN workspaces_workspace w ON w.id = k.workspace_id AND w.closed_at IS NULL
LEFT JOIN workspaces_quota q ON q.workspace_id = k.workspace_id
WHERE k.workspace_id = %s AND k.secret_sha256 = %s AND k.revoked_at IS NULL
AND (k.expires_at IS NULL OR k.expires_at > %s) AND a.is_active
"""
GRANTED = ("person_id", "namespace_path", "can_read", "can_write", "ceiling", "expires_at", "relays_consent")


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
        grants, values = PipelinedQuery.recurring(_grants, digest, now).statement
        statement = KEY.replace("{grants}", grants), (workspace_id, *values, workspace_id, digest, now)
        (keys,) = scope.fetch_pipelined([statement])
    if not keys:
        raise InvalidKey
    key_id, last_used_at, agent_id, name, role, may_audit, rate, position, lists, granted = keys[0]
    if last_used_at is None or last_used_at < now - LAST_USED_RESOLUTION:
        _mark_used(workspace_id, key_id, now)
    allowed, hidden = categories_of(role, lists or ())
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
        listed_categories=frozenset().union(*(categories for _role, categories in lists or ())),
        grants=tuple(_view(row) for row in granted or ()),
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
    rows = Grant.objects.in_force(now=now).filter(agent_id=Subquery(agent)).annotate(left_out=Case(for_everyone))
    found: QuerySet[Any, Any] = rows.values(*GRANTED, "left_out")
    return found


def _view(row: Mapping[str, Any]) -> GrantView:
    """One of `_grants`, as JSON has it."""
    return GrantView(
        person_id=UUID(row["person_id"]) if row["person_id"] else None,
        namespace_path=row["namespace_path"],
        can_read=row["can_read"],
        can_write=row["can_write"],
        ceiling_rank=sensitivity.rank(row["ceiling"]),
        expires_at=datetime.fromisoformat(row["expires_at"]) if row["expires_at"] else None,
        excluded=frozenset(map(UUID, row["left_out"] or ())),
        relays_consent=row["relays_consent"],
    )


def _mark_used(workspace_id: UUID, key_id: UUID, now: datetime) -> None:
    stale = Q(last_used_at__isnull=True) | Q(last_used_at__lt=now)
    with scope.enter(workspace_id):
        ApiKey.objects.filter(stale, id=key_id).update(last_used_at=now)
