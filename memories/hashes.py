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
    """Return the SHA-256 of the normalised content, hexadecimal; without the row's timestamps (004)."""
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
    """Return the SHA-256 of a salt and a digest. Only with the salt does it prove the content."""
    return hashlib.sha256(salt + digest.encode()).hexdigest()


def digest_of(version: MemoryVersion) -> str:
    """Return the SHA-256 of a version's whole content, the same before it is stored and after; hexadecimal.

    `content_hash` is not enough: it leaves out what makes no new version, such as a payload's timestamps.
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
    """Return JSON as jsonb returns it: it preserves a number's value, not its spelling, so 1e16 becomes an integer."""
    if isinstance(value, dict):
        return {key: _stored(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_stored(inner) for inner in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        exact = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
        # PostgreSQL stores no NUL, so no text can look like a number.
        return f"\x00{exact.numerator:x}/{exact.denominator:x}"
    return value
