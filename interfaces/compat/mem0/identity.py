"""mem0's four entities: a user is a person, the others are columns of a memory, and without a user it is shared."""

from collections.abc import Mapping
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from interfaces.compat.mem0.views import Mem0View
from interfaces.compat.views import Known
from interfaces.rest.problems import Invalid
from workspaces.models.person import EXTERNAL_ID_CHARACTERS
from workspaces.namespaces import MEMORIES, SHARED

# The columns of a memory for them.
COLUMNS = {"agent_id": "actor_id", "app_id": "source_label", "run_id": "run_id"}
ENTITIES = ("user_id", *COLUMNS)
Mark = Annotated[str, Field(min_length=1, max_length=128, pattern=r"\S")]


class Identity(Known):
    """The owner of a memory."""

    user_id: Annotated[str, Field(min_length=1, max_length=EXTERNAL_ID_CHARACTERS, pattern=r"\S")] | None = None
    agent_id: Mark | None = None
    app_id: Mark | None = None
    run_id: Mark | None = None

    @property
    def marks(self) -> dict[str, str]:
        """Return the values of a memory's columns."""
        return {column: value for name, column in COLUMNS.items() if (value := getattr(self, name))}

    @property
    def shared_namespace(self) -> tuple[str, ...]:
        """Return the namespace of memories without a person. Raises Invalid where no entity is given."""
        name = next((name for name in COLUMNS if getattr(self, name)), None)
        if name is None:
            raise Invalid([{"field": "user_id", "code": "missing", "detail": f"Name one of {', '.join(ENTITIES)}."}])
        return shared_namespace(name, getattr(self, name))


def shared_namespace(entity: str, name: str) -> tuple[str, ...]:
    return (SHARED, "mem0", entity.removesuffix("_id"), name)


def owner_namespace(view: Mem0View, identity: Identity) -> tuple[str, ...]:
    """Return the namespace for a new memory."""
    if identity.user_id is None:
        return identity.shared_namespace
    return (MEMORIES, str(owner(view, identity)))


def owner(view: Mem0View, identity: Identity) -> UUID:
    """Return the person, added where unknown if the key may add people. Raises Invalid, Forbidden, Conflict."""
    name = identity.user_id
    if name is None:
        raise Invalid([{"field": "user_id", "code": "missing", "detail": "Conversations belong to a person."}])
    return view.known_or_added(name)


def marked(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the identities in a mapping."""
    return {name: data[name] for name in ENTITIES if data.get(name) is not None}
