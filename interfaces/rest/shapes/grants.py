from datetime import datetime
from typing import Literal, Self
from uuid import UUID

from pydantic import BaseModel, Field, model_validator

from interfaces.rest.pagination import Page, PageQuery
from interfaces.rest.parsing import Input, Namespace, Timestamp
from providers.schema import Flag
from workspaces.models import Grant
from workspaces.sensitivity import INTERNAL

Ceiling = Literal["public", "internal", "confidential", "restricted"]


class NewGrant(Input):
    """Let an agent read or write about one person, in one shared namespace, or, with neither, about everyone (R1)."""

    agent_id: UUID
    user_id: UUID | None = None
    namespace: Namespace | None = None
    can_read: Flag = True
    can_write: Flag = True
    relays_consent: Flag = Field(
        default=False, description="The agent may pass on your answers in a chat. Only for a grant about yourself."
    )
    ceiling: Ceiling = Field(default=INTERNAL, description="The most sensitive that the agent may touch.")
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
        description="Those who manage the workspace end a grant for everyone for all; with this for themselves alone, "
        "as it always is for anybody else.",
    )


class GrantOut(BaseModel):
    """A grant; `user_id` and `scope` null: about everyone."""

    id: UUID
    agent_id: UUID
    agent: str
    role: str
    user_id: UUID | None
    scope: str | None
    can_read: bool
    can_write: bool
    relays_consent: bool
    ceiling: str
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None


class GrantPage(Page[GrantOut]):
    pass


def grant_out(grant: Grant) -> GrantOut:
    """Needs `agent` fetched along."""
    copied = (
        "id",
        "agent_id",
        "can_read",
        "can_write",
        "relays_consent",
        "ceiling",
        "created_at",
        "expires_at",
        "revoked_at",
    )
    return GrantOut(
        **{name: getattr(grant, name) for name in copied},
        agent=grant.agent.name,
        role=grant.agent.role,
        user_id=grant.person_id,
        scope=grant.namespace_path or None,
    )
