"""The receipt of an erasure as a file, and its checks."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from memories.models.choices import Event

FORMAT = "memory-server-erasure-receipt"
VERSION = 1


def failures(document: Any) -> Iterator[str]:
    """Yield the contradictions between the receipt and its history row; the row's proof is checked elsewhere.

    Only the seal over that row is signed, so without a proof the file proves nothing.
    """
    if document["version"] != VERSION:
        yield "its format is not one that is known here"
    if document["status"] != "erased":
        yield "the erasure was not done when it was made: download it again later"
    if document["proof"] is None:
        yield "it was made before the history was sealed and proves nothing yet: download it again"
    row = document["row"]
    receipt, count = _sealed(row)
    if row["event"] != Event.PURGE or receipt != document["receipt"]:
        yield "the history's row is about something else"
    if (row["person_id"], row["workspace_id"]) != (document["user_id"], document["workspace_id"]):
        yield "the history's row is about another person"
    if count != sum(document["erased"].values()):
        yield "the counts are not those that were sealed"
    if datetime.fromisoformat(row["created_at"]) != datetime.fromisoformat(document["erased_at"]):
        yield "the time is not the one that was sealed"


def _sealed(row: Any) -> tuple[str, int]:
    """Return the row's receipt id and the number of deleted rows; messages deleted by a person have no tombstone."""
    meta = row["meta"]
    return (meta["tombstone"], meta["rows"]) if "tombstone" in meta else (row["id"], meta["messages"])
