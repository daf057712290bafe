from datetime import datetime, timedelta

from django.db.models import Q

from workspaces import scope
from workspaces.actors import Actor, ActorKind
from workspaces.models import Allowlist, ApiKey, Grant
from workspaces.models.agent import parse_key

SUPERVISOR = "supervisor"
# One write per key and minute, not one per request.
LAST_USED_RESOLUTION = timedelta(minutes=1)


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
    with scope.enter(workspace_id):
        row = ApiKey.objects.usable(now=now).for_secret(secret).select_related("agent").first()
        if row is None:
            raise InvalidKey
        _mark_used(row, now)
        return _agent_actor(row, now)


def _agent_actor(key: ApiKey, now: datetime) -> Actor:
    allowed, hidden = _allowlist(key.agent.role)
    return Actor(
        kind=ActorKind.AGENT,
        workspace_id=scope.current_workspace_id(),
        id=key.agent_id,
        name=key.agent.name,
        role=key.agent.role,
        key_id=key.id,
        categories=allowed,
        hidden_categories=hidden,
        grants=tuple(grant.as_view() for grant in Grant.objects.in_force(now=now).filter(agent_id=key.agent_id)),
    )


def _allowlist(role: str) -> tuple[tuple[str, ...] | None, frozenset[str]]:
    """The role's categories and, for the supervisor, the categories that only other roles' lists name (R3)."""
    lists = {row.role: tuple(row.categories) for row in Allowlist.objects.all()}
    own = lists.get(role, ())
    if role != SUPERVISOR:
        return own, frozenset()
    return None, frozenset().union(*lists.values()) - frozenset(own)


def _mark_used(key: ApiKey, now: datetime) -> None:
    if key.last_used_at is None or key.last_used_at < now - LAST_USED_RESOLUTION:
        stale = Q(last_used_at__isnull=True) | Q(last_used_at__lt=now)
        ApiKey.objects.filter(stale, id=key.id).update(last_used_at=now)
