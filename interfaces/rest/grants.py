from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from django.db.models import Q, QuerySet
from pydantic import AliasPath, BeforeValidator, Field, model_validator
from rest_framework.response import Response

from interfaces.rest.authentication import may_manage
from interfaces.rest.operation import operation
from interfaces.rest.pagination import NEWEST, Page, PageQuery
from interfaces.rest.problems import Forbidden, NotFound
from interfaces.rest.schemas import Input, Namespace, Output, Timestamp, UserId
from interfaces.rest.views import RestView, answer, first_or_404, without_none
from providers.schema import Flag
from workspaces.models import Agent, Exclusion, Grant, Person
from workspaces.namespaces import to_path
from workspaces.sensitivity import INTERNAL

Ceiling = Literal["public", "internal", "confidential", "restricted"]
REQUIRES_LOGIN = (
    "Grants take a login: an owner or admin of the workspace adds one, or the person for what is remembered about "
    "them. An API key never can."
)
ONLY_ABOUT_YOURSELF = "You may grant access to what is remembered about yourself only."


class NewGrant(Input):
    """Let an agent read and write about one person, in one shared namespace, or, with neither, about everyone.

    Left out, both `can_read` and `can_write` are true: send `"can_write": false` for an agent that only reads.
    """

    agent_id: UUID
    user_id: UUID | None = None
    namespace: Namespace | None = None
    can_read: Flag = Field(default=True, description="Whether the agent may read; true where it is left out.")
    can_write: Flag = Field(default=True, description="Whether the agent may write; true where it is left out.")
    relays_consent: Flag = Field(
        default=False, description="The agent may pass on your answers in a chat. Only for a grant about yourself."
    )
    ceiling: Ceiling = Field(default=INTERNAL, description="The highest sensitivity that the agent may read or write.")
    expires_at: Timestamp | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if self.user_id and self.namespace:
            raise ValueError("A grant is about a person or a namespace, not both.")
        return self


class GrantQuery(PageQuery):
    agent_id: UUID | None = None
    user_id: UUID | None = None


class RevokeQuery(Input):
    only_me: bool = Field(
        default=False,
        description="Owners and admins end a grant for everyone; with this, only for themselves, "
        "as is always the case for others.",
    )


class GrantOut(Output):
    """A grant; with neither `user_id` nor `scope` it is about everyone."""

    id: UUID
    agent_id: UUID
    agent: str = Field(validation_alias=AliasPath("agent", "name"), description="The name of the agent that may.")
    role: str = Field(
        validation_alias=AliasPath("agent", "role"),
        description="The agent's role, which decides the categories that it sees, for example `planner`.",
    )
    user_id: UserId
    scope: Annotated[str | None, BeforeValidator(lambda path: path or None)] = Field(validation_alias="namespace_path")
    can_read: bool
    can_write: bool
    relays_consent: bool
    ceiling: str
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None


class GrantPage(Page[GrantOut]):
    pass


class Grants(RestView):
    @operation("add_grant", answers={201: GrantOut})
    def post(self, body: NewGrant) -> Response:
        """Let an agent read or write about somebody."""
        _check_may_grant(self, body)
        with self.scope():
            grant, is_new = Grant.objects.get_or_create(id=self.new_id(), defaults=_values(body))
            if is_new:
                self.record(grant, "added")
            grant = Grant.objects.select_related("agent").get(id=grant.id)
        return answer(GrantOut.of(grant), status=201)

    @operation("list_grants")
    def get(self, query: GrantQuery) -> GrantPage:
        """List the grants in force, newest first."""
        with self.scope():
            rows = _known_to(self).filter(**without_none(agent_id=query.agent_id, person_id=query.user_id))
            return NEWEST.page(rows.select_related("agent"), query, GrantPage)


class OneGrant(RestView):
    @operation("revoke_grant")
    def delete(self, grant_id: UUID, query: RevokeQuery) -> GrantOut:
        """Revoke a grant, or leave a grant for everyone."""
        with self.scope():
            grant = first_or_404(_known_to(self).select_related("agent").filter(id=grant_id))
            if grant.is_for_everyone and self.actor.person_id and (query.only_me or not may_manage(self.principal)):
                self.record(grant.exclude(self.actor.person_id, now=self.now), "added")
            else:
                _check_may_revoke(self, grant, only_me=query.only_me)
                grant.revoke(now=self.now)
                self.record(grant, "revoked")
        return GrantOut.of(grant)


def _known_to(view: RestView) -> QuerySet[Grant]:
    """Select the visible grants: staff see all, a person those that cover them, an agent its own."""
    grants = Grant.objects.in_force(now=view.now)
    if view.principal.staff is not None:
        return grants
    if view.actor.is_agent:
        return grants.filter(Q(agent_id=view.actor.id))
    left = Exclusion.objects.filter(Q(person_id=view.actor.person_id)).values("agent_id")
    everybody = Q(person_id__isnull=True, namespace_path="") & ~Q(agent_id__in=left)
    return grants.filter(Q(person_id=view.actor.person_id) | everybody)


def _values(body: NewGrant) -> dict[str, object]:
    """Raises NotFound for an agent or a person of another workspace."""
    if not Agent.objects.filter(id=body.agent_id).exists():
        raise NotFound("There is no such agent in this workspace.")
    if body.user_id and not Person.objects.filter(id=body.user_id).exists():
        raise NotFound("There is no such person in this workspace.")
    return {
        **body.model_dump(exclude={"user_id", "namespace"}),
        "person_id": body.user_id,
        "namespace_path": to_path(body.namespace) if body.namespace else "",
    }


def _check_may_grant(view: RestView, body: NewGrant) -> None:
    is_own = view.actor.person_id is not None and body.user_id == view.actor.person_id
    if not may_manage(view.principal) and not is_own:
        raise Forbidden(REQUIRES_LOGIN if view.actor.is_agent else ONLY_ABOUT_YOURSELF)
    if body.relays_consent and not is_own:
        raise Forbidden("Only the person can let an agent pass on their answers.")


def _check_may_revoke(view: RestView, grant: Grant, *, only_me: bool) -> None:
    is_own = view.actor.person_id is not None and grant.person_id == view.actor.person_id
    if only_me and not is_own:
        raise Forbidden("This grant is neither about you nor for everyone.")
    if not may_manage(view.principal) and not is_own:
        raise Forbidden("Only staff revoke a grant that is not about you alone.")
