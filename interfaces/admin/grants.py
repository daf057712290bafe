"""Grants of one agent beside each other: which open the same memories, and which open more."""

from django.db.models import Q, QuerySet
from django.utils import timezone

from workspaces import sensitivity
from workspaces.models import Exclusion, Grant


def others_like(grant: Grant) -> QuerySet[Grant]:
    """The agent's other grants in force for the same memories, or for some of them."""
    others = Grant.objects.in_force(now=timezone.now()).filter(agent=grant.agent_id).exclude(pk=grant.pk)
    others = others.filter(namespace_path=grant.namespace_path).select_related("person")
    if grant.person_id is None:
        return others
    is_excluded = Exclusion.objects.filter(agent=grant.agent_id, person=grant.person_id).exists()
    same = Q(person=grant.person_id)
    return others.filter(same if is_excluded else same | Q(person=None))


def wider_than(grant: Grant) -> list[Grant]:
    """The agent's other grants in force that allow all that this one does."""
    return [other for other in others_like(grant) if _covers(other, grant)]


def _covers(other: Grant, grant: Grant) -> bool:
    lasts = other.expires_at is None or (grant.expires_at is not None and other.expires_at >= grant.expires_at)
    is_for_them = other.person_id in (None, grant.person_id)
    may = other.can_read >= grant.can_read and other.can_write >= grant.can_write
    return lasts and is_for_them and may and sensitivity.rank(other.ceiling) >= sensitivity.rank(grant.ceiling)
