from datetime import datetime
from typing import Self
from uuid import UUID

from pydantic import BaseModel, Field, model_validator
from rest_framework.request import Request
from rest_framework.reverse import reverse

from interfaces.rest.outcomes import WriteResult
from interfaces.rest.pagination import Page, PageQuery
from interfaces.rest.parsing import AgentRole, Input, Namespace
from memories import limits
from memories.artifacts.links import link_to
from memories.models import Artifact
from workspaces.namespaces import MEMORIES, person_id_of
from workspaces.sensitivity import INTERNAL


class ArtifactFields(Input):
    """What may be said of an artifact (003). Say where it belongs: `user_id`, a scope, or both."""

    user_id: UUID | None = None
    scope: Namespace | None = Field(default=None, description="Memories in it or below it may have the artifact.")
    artifact_type: str = Field(pattern=r"^[\w.-]{1,64}$", description="Such as image, document or log.")
    sensitivity: str = Field(default=INTERNAL, min_length=1, max_length=limits.SENSITIVITY_CHARACTERS)
    memory_id: UUID | None = Field(default=None, description="A memory to attach it to.")
    agent: AgentRole

    @model_validator(mode="after")
    def _says_whose(self) -> Self:
        if self.user_id is None and self.scope is None:
            raise ValueError("Say where it belongs: user_id, or a scope.")
        if self.user_id and self.scope and person_id_of(self.scope) != self.user_id:
            raise ValueError("The scope is not one of that user_id.")
        return self

    @property
    def namespace(self) -> tuple[str, ...]:
        return tuple(self.scope or (MEMORIES, str(self.user_id)))


class NewReference(ArtifactFields):
    """A file that is kept elsewhere and never fetched."""

    sha256: str = Field(pattern=r"^[0-9a-fA-F]{64}$")
    storage_uri: str = Field(max_length=limits.POINTER_CHARACTERS, description="An https, s3 or gs address.")
    name: str = Field(default="", max_length=256)
    content_type: str = Field(default="application/octet-stream", max_length=127)
    size_bytes: int | None = Field(default=None, ge=0, le=limits.ARTIFACT_BYTES)


class UploadForm(ArtifactFields):
    """A file to keep. Name and content type are the file's own unless told; with `sha256` it must have that digest."""

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
    """How the file may be had without credentials."""

    token: str = Field(default="", max_length=1_024, description="From a signed link.")


class ArtifactOut(BaseModel):
    """Evidence outside the database.

    `content_url` needs no credentials until `content_expires_at`; of a reference it is the address that was given.
    """

    id: UUID
    user_id: UUID | None
    scope: str
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
    """`attached`: what became of attaching it to the memory that was named."""

    attached: WriteResult | None = None


class ArtifactPage(Page[ArtifactOut]):
    pass


COPIED = (
    "id", "sha256", "storage_uri", "artifact_type", "content_type", "name", "size_bytes", "sensitivity", "created_by",
    "created_at",
)  # fmt: skip


def artifact_out(row: Artifact, *, request: Request, now: datetime) -> ArtifactOut:
    link = link_to(row, now=now)
    address = reverse("rest:artifact_content", args=[row.id], request=request)
    return ArtifactOut(
        **{name: getattr(row, name) for name in COPIED},
        user_id=row.person_id,
        scope=row.namespace_path,
        content_url=link.url or f"{address}?token={link.token}",
        content_expires_at=link.expires_at,
    )
