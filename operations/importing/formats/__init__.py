"""The formats that `manage.py import_memories` reads: a module each, with a `read` that yields records."""

from collections.abc import Callable

from operations.importing.formats import chatgpt, claude, json_lines, langgraph, mcp, mem0
from operations.importing.records import Import, Records

FORMATS: dict[str, Callable[[Import], Records]] = {
    "chatgpt": chatgpt.read,
    "claude": claude.read,
    "jsonl": json_lines.read,
    "langgraph": langgraph.read,
    "mcp": mcp.read,
    "mem0": mem0.read,
}
