"""What History says of a content without saying the content (architecture, rule 4)."""

import hashlib
import json
from fractions import Fraction
from typing import Any

from memories.models import MemoryVersion


def commitment(salt: bytes, digest: str) -> str:
    """SHA-256 over a salt and what it commits to: proof to whoever holds the salt, nothing to anybody else."""
    return hashlib.sha256(salt + digest.encode()).hexdigest()


def digest_of(version: MemoryVersion) -> str:
    """SHA-256 of all that a version says, the same before it is stored and when it is read back; hexadecimal.

    `content_hash` cannot serve: it leaves out what makes no new version, such as a payload's timestamps.
    """
    said = [
        version.content,
        version.title,
        version.summary,
        version.metadata,
        version.payload,
        version.content_hash,
    ]
    canonical = json.dumps(_stored(said), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _stored(value: Any) -> Any:
    """JSON as jsonb gives it back: a number's value is kept, its spelling is not, so 1e16 returns as an integer."""
    if isinstance(value, dict):
        return {key: _stored(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_stored(inner) for inner in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        exact = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
        # PostgreSQL stores no NUL, so no text can look like a number.
        return f"\x00{exact.numerator:x}/{exact.denominator:x}"
    return value
