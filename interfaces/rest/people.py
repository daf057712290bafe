"""Which people a caller may know of."""

from datetime import datetime

from django.db.models import Q, QuerySet

from interfaces.rest.authentication import Principal
from workspaces.actors import Actor, ActorKind
from workspaces.models import Person
from workspaces.models.membership import Role

READ_ONLY_ROLES = (Role.REVIEWER, Role.VIEWER)


def people_of(principal: Principal, *, now: datetime) -> QuerySet[Person]:
    """Staff: everyone of the workspace. A person: themselves. An agent: whom its grants cover (R1)."""
    if principal.staff is not None:
        return Person.objects.all()
    actor = principal.actor
    if actor.kind is ActorKind.PERSON:
        return Person.objects.filter(id__in=[actor.person_id] if actor.person_id else [])
    return Person.objects.filter(_covered(actor, now=now))


def may_manage(principal: Principal) -> bool:
    """Whether the caller looks after the workspace: owners and admins do."""
    return principal.staff is not None and principal.staff.role not in READ_ONLY_ROLES


def may_add_people(principal: Principal, *, now: datetime) -> bool:
    """Those who manage may, and agents that may write about everyone: any other could not touch whom it adds."""
    if may_manage(principal):
        return True
    return principal.actor.is_agent and any(
        grant.person_id is None and not grant.namespace_path and grant.can_write and not _is_over(grant.expires_at, now)
        for grant in principal.actor.grants
    )


def _covered(actor: Actor, *, now: datetime) -> Q:
    grants = [
        grant
        for grant in actor.grants
        if grant.can_read and not grant.namespace_path and not _is_over(grant.expires_at, now)
    ]
    named = Q(id__in=[grant.person_id for grant in grants if grant.person_id])
    everybody = [grant for grant in grants if grant.person_id is None]
    return named | ~Q(id__in=sorted(everybody[0].excluded)) if everybody else named


def _is_over(expires_at: datetime | None, now: datetime) -> bool:
    return expires_at is not None and expires_at <= now
