from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, OuterRef, Q, QuerySet, Subquery, When

from workspaces import scope, sensitivity
from workspaces.actors import Actor, ActorKind, GrantView
from workspaces.models import ApiKey, Exclusion, Grant
from workspaces.models.agent import hash_secret, parse_key
from workspaces.models.category import SUPERVISOR
from workspaces.pipelined_query import PipelinedQuery
from workspaces.round_trip import Statement

# One write per key and minute, not one per request.
LAST_USED_RESOLUTION = timedelta(minutes=1)
# Everything about a key in one statement: each request asks for it, so that a key or grant that is revoked counts no
# longer at once.
KEY = """
SELECT k.id, a.id, a.name, a.role, a.may_audit, q.requests_per_minute,
(SELECT json_agg(json_build_array(role, categories) ORDER BY role) FROM workspaces_allowlist WHERE workspace_id = %s),
(SELECT json_agg(granted) FROM ({grants}) AS granted){used}
FROM workspaces_apikey k
JOIN workspaces_agent a ON a.workspace_id = k.workspace_id AND a.id = k.agent_id
JOIN workspaces_workspace w ON w.id = k.workspace_id AND w.closed_at IS NULL
LEFT JOIN workspaces_quota q ON q.workspace_id = k.workspace_id
WHERE k.workspace_id = %s AND k.secret_sha256 = %s AND k.revoked_at IS NULL
AND (k.expires_at IS NULL OR k.expires_at > %s) AND a.is_active
"""
# What each use of a key changes.
USED = ", k.last_used_at, k.last_write_position"
FINGERPRINT = "SELECT *, md5(found::text) FROM ({key}) AS found"
PROOF = "SELECT 1 / count(*) FROM ({key}) AS found WHERE md5(found::text) = %s"
MOST_REMEMBERED = 1_000
GRANTED = ("person_id", "namespace_path", "can_read", "can_write", "ceiling", "expires_at", "relays_consent")


class InvalidKey(Exception):
    """No usable key: unknown, revoked, expired, malformed, or of a closed workspace. Callers must not tell which."""


@dataclass(frozen=True, slots=True)
class _Remembered:
    actor: Actor
    fingerprint: str
    since: datetime


_remembered: dict[str, _Remembered] = {}


def authenticate_key(key: str, *, now: datetime) -> Actor:
    """The agent behind an API key, with its allowlist and grants. Raises InvalidKey.

    Enters the scope that the key names: with a wrong secret that scope shows nothing.
    """
    workspace_id, digest = _parsed(key)
    with scope.pipelined_scope(workspace_id):
        (keys,) = scope.fetch_pipelined([_statement(workspace_id, digest, now, used=USED)])
    if not keys:
        raise InvalidKey
    *known, last_used_at, position = keys[0]
    if last_used_at is None or last_used_at < now - LAST_USED_RESOLUTION:
        _mark_used(workspace_id, known[0], now)
    return _actor(workspace_id, known, last_write_position=position)


def recall_key(key: str, *, now: datetime) -> Actor:
    """The same, in no round trip of its own where this process knows the key: that nothing about it has changed is
    proved in the next one (`scope.take_as_given`). Raises InvalidKey.

    Not with replicas: they may not know yet that a key was revoked.
    """
    if settings.READ_DATABASES:
        return authenticate_key(key, now=now)
    workspace_id, digest = _parsed(key)
    known = _remembered.get(digest)
    if known is None or known.since < now - LAST_USED_RESOLUTION:
        return _remember(workspace_id, digest, now)
    with scope.pipelined_scope(workspace_id):
        text, values = _statement(workspace_id, digest, now)
    proof = PROOF.replace("{key}", text), (*values, known.fingerprint)
    scope.take_as_given(scope.Proof(workspace_id, proof))
    return known.actor


def forget_key(key: str) -> None:
    """Have `recall_key` look it up again."""
    _remembered.pop(_parsed(key)[1], None)


def _parsed(key: str) -> tuple[UUID, str]:
    """The workspace that a key names, and the digest of its secret."""
    parsed = parse_key(key)
    if parsed is None:
        raise InvalidKey
    workspace_id, secret = parsed
    return workspace_id, hash_secret(secret)


def _statement(workspace_id: UUID, digest: str, now: datetime, *, used: str = "") -> Statement:
    grants, values = PipelinedQuery.recurring(_grants, digest, now).statement
    return _text(grants, used), (workspace_id, *values, workspace_id, digest, now)


@lru_cache(maxsize=8)
def _text(grants: str, used: str) -> str:
    return KEY.replace("{grants}", grants).replace("{used}", used)


def _remember(workspace_id: UUID, digest: str, now: datetime) -> Actor:
    with scope.pipelined_scope(workspace_id):
        text, values = _statement(workspace_id, digest, now)
        (keys,) = scope.fetch_pipelined([(FINGERPRINT.replace("{key}", text), values)])
    if not keys:
        raise InvalidKey
    *known, fingerprint = keys[0]
    _mark_used(workspace_id, known[0], now)
    actor = _actor(workspace_id, known)
    if len(_remembered) >= MOST_REMEMBERED:
        _remembered.clear()
    _remembered[digest] = _Remembered(actor, fingerprint, now)
    return actor


def _actor(workspace_id: UUID, known: Sequence[Any], *, last_write_position: int | None = None) -> Actor:
    """The agent of a row of KEY."""
    key_id, agent_id, name, role, may_audit, rate, lists, granted = known
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
        last_write_position=last_write_position,
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
