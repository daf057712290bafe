"""Shared declarations of tools: common arguments, and annotations that a host reads before it asks its user for
permission."""

from typing import Annotated, Literal
from uuid import UUID

from mcp.types import ToolAnnotations
from pydantic import Field

from memories import limits

UserId = Annotated[
    UUID | None,
    Field(description="Whose memory. May be left out if the connection is for one person; see the tool `people`."),
]
Question = Annotated[str, Field(description="What to look for, as a sentence or as words.")]
TopK = Annotated[int, Field(ge=1, le=limits.TOP_K_MAX, description="The most results.")]
Categories = Annotated[
    list[str] | None,
    Field(
        description="Only these categories. Left out: all that you may see. Facts are in `profile` and `preferences`."
    ),
]
Select = Annotated[
    Literal["top", "relevant"],
    Field(description="The best ones, or without those below a score of 0.6 or not worth their length."),
]
Threshold = Annotated[
    float | None,
    Field(ge=0, le=1, description="The least score. With 0.7 little is left where nothing fits. Left out: any."),
]
MemoryId = Annotated[UUID, Field(description="The id of a memory, as results show it.")]
Reason = Annotated[
    str,
    Field(description="Why, in a few words; the person reads it when they have to agree."),
]
ThreadId = Annotated[str, Field(description="The thread of work that this belongs to; empty: the person's default.")]
IdempotencyKey = Annotated[
    str,
    Field(description="Any text of your own; the same call with the same key has one effect. Empty: none."),
]
READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
WRITES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
# Forgotten memories can be restored until they are purged.
FORGETS = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)
