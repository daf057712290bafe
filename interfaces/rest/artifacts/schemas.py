from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from pydantic import Field
from rest_framework.request import Request
from rest_framework.reverse import reverse

from conversations.withheld_texts import WithheldTexts
from interfaces.rest.outcomes import WriteResult
from interfaces.rest.pagination import Page, PageQuery
from interfaces.rest.schemas import AgentRole, Input, InScope, Namespace, Output, Scope, UserId
from memories import limits
from memories.artifacts.links import link_to
from memories.models import Artifact
from workspaces.sensitivity import INTERNAL


class ArtifactFields(InScope):
    """What an artifact may have. Say where it belongs: `user_id`, a scope, or both."""

    scope: Namespace | None = Field(
        default=None, validate_default=True, description="Memories in it or below it may have the artifact."
    )
    artifact_type: str = Field(pattern=r"^[\w.-]{1,64}$", description="Such as image, document or log.")
    sensitivity: str = Field(default=INTERNAL, min_length=1, max_length=limits.SENSITIVITY_CHARACTERS)
    memory_id: UUID | None = Field(default=None, description="A memory to attach it to.")
    agent: AgentRole


class NewReference(ArtifactFields):
    """A file that is stored elsewhere and never fetched."""

    sha256: str = Field(pattern=r"^[0-9a-fA-F]{64}$")
    storage_uri: str = Field(max_length=limits.POINTER_CHARACTERS, description="An https, s3 or gs address.")
    name: str = Field(default="", max_length=256)
    content_type: str = Field(default="application/octet-stream", max_length=127)
    size_bytes: int | None = Field(default=None, ge=0, le=limits.ARTIFACT_BYTES)


class UploadForm(ArtifactFields):
    """A file to store. Name and content type default to the file's own; with `sha256` it must have that digest."""

    sha256: str | None = Field(default=None, pattern=r"^[0-9a-fA-F]{64}$")
    name: str | None = Field(default=None, max_length=256)
    content_type: str | None = Field(default=None, max_length=127)


class UploadBody(UploadForm):
    """The form with its file, of at most 25 MB."""

    file: bytes


class ArtifactQuery(PageQuery):
    """Which artifacts to list."""

    user_id: UUID | None = None
    scope: Namespace | None = Field(default=None, description="This scope and everything below it.")
    memory_id: UUID | None = None
    artifact_type: str | None = Field(default=None, max_length=64)
    sha256: str | None = Field(default=None, pattern=r"^[0-9a-fA-F]{64}$")


class ContentQuery(Input):
    """How to get the file without credentials."""

    token: str = Field(default="", max_length=1_024, description="From a signed link.")


class ArtifactOut(Output):
    """A file outside the database.

    `content_url` needs no credentials until `content_expires_at`; for a reference it is the address given.
    """

    id: UUID
    user_id: UserId
    scope: Scope
    sha256: str
    storage_uri: str
    artifact_type: str
    content_type: str
    name: str
    size_bytes: int | None
    sensitivity: str
    created_by: str
    created_at: datetime
    content_url: str
    content_expires_at: datetime | None


class ArtifactAdded(ArtifactOut):
    """`attached`: the outcome of attaching it to the memory that was named."""

    attached: WriteResult | None = None


class ArtifactPage(Page[ArtifactOut]):
    pass


A = TypeVar("A", bound=ArtifactOut)


def artifact_out(
    kind: type[A], row: Artifact, withheld: WithheldTexts, *, request: Request, now: datetime, **more: Any
) -> A:
    """Return the artifact, its name and address without what the person has not agreed to (R31)."""
    name = withheld.disclosed(row.name, row.person_id)
    address = withheld.disclosed_address(row.storage_uri, row.person_id)
    link = link_to(row, now=now, may_be_presigned=address == row.storage_uri)
    url = link.url or f"{reverse('rest:artifact_content', args=[row.id], request=request)}?token={link.token}"
    shown = {"name": name, "storage_uri": address, "content_url": url if row.is_stored else address}
    return kind.of(row, content_expires_at=link.expires_at, **shown, **more)
