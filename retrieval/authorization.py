"""Authorizes queries by allowlist and grants, before anything is searched (001 §5, R1 to R3, R27)."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from retrieval.requests import QueryRequest
from workspaces.actors import WHO_ADDS_A_GRANT, Actor, ActorKind
from workspaces.sensitivity import rank, with_less


class CategoryNotAllowed(Exception):
    """The role's allowlist lacks a requested category (403)."""

    def __init__(self, category: str, role: str) -> None:
        super().__init__(f"Category '{category}' is not on the allowlist of role '{role}'.")
        self.category = category


class NotGranted(Exception):
    """No grant lets the actor read there (403)."""


class ScopeRequired(Exception):
    """Neither a person nor a namespace was named: queries about everyone are not allowed (422, R1)."""


class UnknownPerson(Exception):
    """There is no such person in the workspace (404)."""


@dataclass(frozen=True, slots=True)
class Authorized:
    """What one request may search: one person, or a shared namespace if `person_id` is None.

    `path` is empty, or the namespace requested. `labels` are the requested sensitivities and all below them, within the
    grant's ceiling. `categories` None means everything the actor may see.
    """

    person_id: UUID | None
    path: str
    labels: tuple[str, ...]
    categories: tuple[str, ...] | None


def authorize(request: QueryRequest, *, actor: Actor, now: datetime) -> Authorized:
    """Authorize a request without reading data. Raises CategoryNotAllowed, ScopeRequired, NotGranted."""
    categories = _categories(request, actor)
    person_id = request.person_id
    if person_id is None and not request.scope:
        if actor.kind is not ActorKind.PERSON or actor.person_id is None:
            raise ScopeRequired("Name a user_id or a scope.")
        person_id = actor.person_id
    path = request.scope or ""
    ceiling = actor.reading_ceiling(person_id=person_id, namespace_path=path, now=now)
    if ceiling is None:
        raise NotGranted(_no_grant(person_id, path))
    labels = tuple(label for label in with_less(request.allowed_sensitivity) if rank(label) <= ceiling)
    return Authorized(person_id, path, labels, categories)


def _no_grant(person_id: UUID | None, path: str) -> str:
    whom = f"the namespace '{path}'" if path else f"the person {person_id}"
    return f"No grant lets you read there: {whom}. {WHO_ADDS_A_GRANT}"


def _categories(request: QueryRequest, actor: Actor) -> tuple[str, ...] | None:
    """Return the categories requested; if both `categories` and the filter name some, their intersection."""
    lists = [set(request.categories)] if request.categories is not None else []
    if request.filters.category is not None:
        lists.append({request.filters.category})
    for category in sorted(set().union(*lists)):
        if not actor.may_see(category):
            raise CategoryNotAllowed(category, actor.role)
    return tuple(sorted(set.intersection(*lists))) if lists else None
