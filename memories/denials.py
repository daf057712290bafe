"""Texts that a person rejected (R17), which may not be stored at the memory's address until they lift that."""

import hashlib

from memories.authority import WriteAuthority
from memories.models import History, Memory, MemoryVersion
from memories.models.choices import Trust, ValidationStatus
from providers.statements import normalize_value


def digest(content: str) -> str:
    """Return the SHA-256 of a content, normalised as values are for comparison, hexadecimal."""
    return hashlib.sha256(normalize_value(content).encode("utf-8", "surrogatepass")).hexdigest()


def is_denied(memory: Memory, content: str) -> bool:
    """Whether the person rejected this text at this address."""
    return memory.denied_hashes is not None and digest(content) in memory.denied_hashes


def deny(memory: Memory, content: str) -> None:
    if not is_denied(memory, content):
        memory.denied_hashes = [*(memory.denied_hashes or ()), digest(content)]


def allow(memory: Memory, content: str) -> None:
    if is_denied(memory, content):
        memory.denied_hashes = [each for each in memory.denied_hashes or () if each != digest(content)] or None


def next_validation_status(memory: Memory, content: str, authority: WriteAuthority) -> ValidationStatus:
    """Return the status of a memory after this text is written to it.

    A person's own statement, or their approval, is verified and lifts an earlier rejection; a rejected text stays
    rejected for every other writer; everything else has to be confirmed.
    """
    if authority.trust == Trust.PERSON:
        allow(memory, content)
        return ValidationStatus.VERIFIED
    return ValidationStatus.REJECTED if is_denied(memory, content) else ValidationStatus.UNVERIFIED


def last_rejection(memory: Memory, content: str | None = None) -> History | None:
    """Return the History row of the last rejection, of this text if given; its `meta` has the former status as
    `was`."""
    rows = History.objects.filter(memory_id=memory.id, meta__validation_status=ValidationStatus.REJECTED)
    if content is not None:
        versions = MemoryVersion.objects.filter(memory=memory).only("content")
        rows = rows.filter(new_version_id__in=[one.id for one in versions if digest(one.content) == digest(content)])
    return rows.order_by("-created_at", "-id").first()
