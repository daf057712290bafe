"""What a person rejected (R17): which texts stay out at a memory's address, and until when."""

import hashlib

from memories.authority import WriteAuthority
from memories.models import History, Memory, MemoryVersion
from memories.models.choices import Trust, ValidationStatus
from providers.statements import normalize_value


def digest(content: str) -> str:
    """SHA-256 of a content in the one spelling of values that are compared, hexadecimal."""
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
    """The status of a memory once this text is written to it.

    A person's own statement, or their approval, is verified and lifts an earlier rejection; a rejected text stays
    rejected, whoever writes it; everything else has to be confirmed.
    """
    if authority.trust == Trust.PERSON:
        allow(memory, content)
        return ValidationStatus.VERIFIED
    return ValidationStatus.REJECTED if is_denied(memory, content) else ValidationStatus.UNVERIFIED


def last_rejection(memory: Memory, content: str | None = None) -> History | None:
    """The History row of the last rejection, of this text alone if it is given; its `meta` holds the status before it
    as `was`."""
    rows = History.objects.filter(memory_id=memory.id, meta__validation_status=ValidationStatus.REJECTED)
    if content is not None:
        versions = MemoryVersion.objects.filter(memory=memory).only("content")
        rows = rows.filter(new_version_id__in=[one.id for one in versions if digest(one.content) == digest(content)])
    return rows.order_by("-created_at", "-id").first()
