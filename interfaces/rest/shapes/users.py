from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, Field

from interfaces.rest.pagination import Page
from interfaces.rest.parsing import AgentRole, Input
from workspaces.models import Person


class UserIn(Input):
    """A person to remember things about (000). Names need not be unique."""

    name: str = Field(min_length=1, max_length=200, pattern=r"\S")
    agent: AgentRole


class User(BaseModel):
    """A person remembered; `id` is what every other address calls `user_id`."""

    id: UUID
    name: str
    namespace: list[str]
    default_thread_id: str
    created_at: datetime


class UserPage(Page[User]):
    pass


def user(person: Person) -> User:
    return User(
        id=person.id,
        name=person.name,
        namespace=person.namespace,
        default_thread_id=person.default_thread_id,
        created_at=person.created_at,
    )
