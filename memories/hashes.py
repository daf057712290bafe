"""Hashes of content: for detecting changes (004), and as commitments in History (architecture, rule 4)."""

import hashlib
import json
from fractions import Fraction
from typing import Any

from memories.models import MemoryVersion


def content_hash(
    *,
    content: str,
    title: str = "",
    summary: str = "",
    metadata: dict[str, Any] | None = None,
    payload: dict[str, Any] | None = None,
) -> str:
    """SHA-256 of the normalised content, hexadecimal; timestamps of the row are no part of it (004)."""
    body = {
        "content": content,
        "title": title,
        "summary": summary,
        "metadata": metadata or {},
        "payload": payload,
    }
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


def commitment(salt: bytes, digest: str) -> str:
    """SHA-256 over a salt and what it commits to: proof to whoever holds the salt, nothing to anybody else."""
    return hashlib.sha256(salt + digest.encode()).hexdigest()


def digest_of(version: MemoryVersion) -> str:
    """SHA-256 of all that a version says, the same before it is stored and when it is read back; hexadecimal.

    `content_hash` cannot serve: it leaves out what makes no new version, such as a payload's timestamps.
    """
    parts = [
        version.content,
        version.title,
        version.summary,
        version.metadata,
        version.payload,
        version.content_hash,
    ]
    canonical = json.dumps(_stored(parts), sort_keys=True, separators=(",", ":"))
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
