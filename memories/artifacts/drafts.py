"""An artifact before it is stored (003)."""

import re
from typing import Annotated, Self
from urllib.parse import urlsplit
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from memories import limits
from memories.models.artifact import STORED_PREFIX
from workspaces.namespaces import to_path
from workspaces.sensitivity import INTERNAL

SCHEMES = frozenset({"https", "s3", "gs"})


def _address(value: str) -> str:
    if value.startswith(STORED_PREFIX) or urlsplit(value).scheme not in SCHEMES:
        raise ValueError("A reference is an https, s3 or gs address.")
    return value


def _digest(value: str) -> str:
    if not re.fullmatch(r"[0-9a-f]{64}", value.lower()):
        raise ValueError("A SHA-256 has 64 hexadecimal digits.")
    return value.lower()


Digest = Annotated[str, AfterValidator(_digest)]


class ArtifactDraft(BaseModel):
    """`scope` is a namespace; memories at or below it may have the artifact (R2)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scope: tuple[str, ...]
    artifact_type: str = Field(pattern=r"^[\w.-]{1,64}$")
    name: str = Field(default="", max_length=256, pattern=r"^[^\x00-\x1f\x7f]*$")
    content_type: str = Field(default="application/octet-stream", pattern=r"^[\w.+-]{1,63}/[\w.+-]{1,63}$")
    sensitivity: str = Field(default=INTERNAL, min_length=1, max_length=limits.SENSITIVITY_CHARACTERS)

    @model_validator(mode="after")
    def _sound(self) -> Self:
        to_path(self.scope)
        return self

    @property
    def namespace_path(self) -> str:
        return to_path(self.scope)


class Upload(ArtifactDraft):
    """A file to store. With `sha256` it is refused unless that is its digest; `memory_id` names its folder."""

    sha256: Digest | None = None
    memory_id: UUID | None = None


class ArtifactReference(ArtifactDraft):
    """A file stored elsewhere, which we never fetch."""

    sha256: Digest
    storage_uri: Annotated[str, AfterValidator(_address)] = Field(max_length=limits.POINTER_CHARACTERS)
    size_bytes: int | None = Field(default=None, ge=0, le=limits.ARTIFACT_BYTES)
