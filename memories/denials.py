"""What a person said is wrong (R17): which words stay out at a memory's place, and until when."""

import hashlib

from memories.authority import WriteAuthority
from memories.models import History, Memory
from memories.models.choices import Trust, ValidationStatus


def digest(content: str) -> str:
    """SHA-256 of a content without regard to case and blanks, hexadecimal."""
    return hashlib.sha256(" ".join(content.casefold().split()).encode("utf-8", "surrogatepass")).hexdigest()


def is_denied(memory: Memory, content: str) -> bool:
    """Whether the person said of these words that they are wrong there."""
    return digest(content) in (memory.denied_hashes or ())


def deny(memory: Memory, content: str) -> None:
    if not is_denied(memory, content):
        memory.denied_hashes = [*(memory.denied_hashes or ()), digest(content)]


def allow(memory: Memory, content: str) -> None:
    if is_denied(memory, content):
        memory.denied_hashes = [each for each in memory.denied_hashes or () if each != digest(content)] or None


def next_validation_status(memory: Memory, content: str, authority: WriteAuthority) -> ValidationStatus:
    """What a memory counts as once these words are written there.

    A person's own word, or their approval, is verified and ends what they said before; words that they said are wrong
    stay so, whoever writes them; all else has to be confirmed.
    """
    if authority.trust == Trust.PERSON:
        allow(memory, content)
        return ValidationStatus.VERIFIED
    return ValidationStatus.REJECTED if is_denied(memory, content) else ValidationStatus.UNVERIFIED


def last_rejection(memory: Memory) -> History | None:
    """Who said last that it is wrong; its `meta` has what the memory counted as before, as `was`."""
    rows = History.objects.filter(memory_id=memory.id, meta__validation_status=ValidationStatus.REJECTED)
    return rows.order_by("-created_at", "-id").first()
