"""The tools of the memory server, as MCP lists them."""

from collections.abc import Callable
from typing import Any

from mcp.types import ToolAnnotations

from interfaces.mcp.tools import reading, writing
from interfaces.mcp.tools.declarations import FORGETS, READS, WRITES

TOOLS: tuple[tuple[Callable[..., Any], ToolAnnotations], ...] = (
    (reading.context, READS),
    (reading.memory_query, READS),
    (reading.recall, READS),
    (reading.memory_get, READS),
    (reading.facts, READS),
    (reading.people, READS),
    (reading.pending_consent, READS),
    (writing.add_person, WRITES),
    (writing.memory_upsert, WRITES),
    (writing.set_fact, WRITES),
    (writing.remember_turns, WRITES),
    (writing.memory_forget, FORGETS),
)
