import hashlib
import json
from typing import Any


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
