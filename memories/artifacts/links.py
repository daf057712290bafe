"""Expiring links to artifacts: presigned if the storage supports that, else signed by the server."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.files import File
from django.core.files.storage import default_storage

from memories.models import Artifact
from workspaces import scope

SALT = "memories.artifacts"


class InvalidLink(Exception):
    """The link is forged, damaged, expired, or its artifact is gone. Callers must not disclose which."""


@dataclass(frozen=True, slots=True)
class Link:
    """Either `url`, the address of the file itself, or `token`, for `open_linked`.

    `expires_at` is None for a reference to a file stored elsewhere.
    """

    url: str
    token: str
    expires_at: datetime | None


def link_to(artifact: Artifact, *, now: datetime, may_be_presigned: bool = True) -> Link:
    """Return a link that works for ARTIFACT_LINK_SECONDS. The caller has checked that the artifact is visible.

    A presigned link discloses the address in the storage; `may_be_presigned` False is for readers who may not know it.
    """
    if not artifact.is_stored:
        return Link(artifact.storage_uri, "", None)
    seconds = settings.ARTIFACT_LINK_SECONDS
    expires_at = now + timedelta(seconds=seconds)
    if may_be_presigned and getattr(default_storage, "querystring_auth", False):
        return Link(default_storage.url(artifact.storage_uri, expire=seconds), "", expires_at)  # type: ignore[call-arg]
    claims = {"w": str(artifact.workspace_id), "a": str(artifact.id), "e": int(expires_at.timestamp())}
    return Link("", signing.dumps(claims, salt=SALT), expires_at)


def open_linked(token: str, *, now: datetime) -> "tuple[Artifact, File[bytes]]":
    """Return the artifact of a signed link and its file, open for reading. Raises InvalidLink."""
    try:
        claims = signing.loads(token, salt=SALT)
    except signing.BadSignature as error:
        raise InvalidLink from error
    if claims["e"] <= now.timestamp():
        raise InvalidLink
    with scope.enter(UUID(claims["w"])):
        artifact = Artifact.objects.filter(id=claims["a"]).first()
    if artifact is None:
        raise InvalidLink
    return artifact, open_artifact(artifact)


def open_artifact(artifact: Artifact) -> "File[bytes]":
    """Return the stored file of an artifact, open for reading. Raises InvalidLink if it no longer exists."""
    try:
        return default_storage.open(artifact.storage_uri)
    except FileNotFoundError as error:
        raise InvalidLink from error
