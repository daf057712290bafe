"""The content hash of a source object: equal if only times have changed (004, "Versioning & Idempotency")."""

import unicodedata
from datetime import datetime
from typing import Any

from pydantic import BaseModel

from memories.hashes import content_hash
from memories.sources.payloads import SourcePayload


def source_hash(*, title: str, summary: str, metadata: dict[str, Any], payload: SourcePayload) -> str:
    """Return the SHA-256 of the normalised object, hexadecimal.

    It ignores the times in the schema, line ends, Unicode forms and the order of labels.
    """
    return content_hash(
        content="",
        title=_normal(title),
        summary=_normal(summary),
        metadata=_normal(metadata),
        payload=_normal(payload),
    )


def _normal(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return {name: _field(name, inner) for name, inner in value if not isinstance(inner, datetime)}
    if isinstance(value, dict):
        return {str(key): _normal(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_normal(inner) for inner in value]
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value.replace("\r\n", "\n")).rstrip()
    return value


def _field(name: str, value: Any) -> Any:
    return sorted({_normal(label) for label in value}) if name == "labels" else _normal(value)
