"""A row of History as the leaf of a tree."""

import json
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from memories.merkle import hash_leaf
from memories.models import History

# Explicit, so that a column added later does not change the leaves of rows sealed before.
COLUMNS: Final = (
    "id", "workspace_id", "memory_id", "person_id", "namespace_path", "category", "sensitivity_rank", "event",
    "old_version_id", "new_version_id", "actor_kind", "actor_id", "actor_label", "key_id", "decision_id", "change_id",
    "meta", "commitment", "created_at",
)  # fmt: skip


def leaf_of(row: History) -> bytes:
    """Return the hash of a row's columns, none of which contains content."""
    return leaf_of_columns(columns_of(row))


def columns_of(row: History) -> dict[str, Any]:
    """Return a row's columns as they are hashed, as JSON values."""
    return {name: _plain(getattr(row, name)) for name in COLUMNS}


def leaf_of_columns(values: dict[str, Any]) -> bytes:
    return hash_leaf(json.dumps(values, sort_keys=True, separators=(",", ":")).encode())


def _plain(value: Any) -> Any:
    if isinstance(value, UUID):
        return str(value)
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value
