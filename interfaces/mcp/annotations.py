"""What a host is told of a tool before it asks its user whether to allow it."""

from mcp.types import ToolAnnotations

READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
WRITES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
# What is forgotten can be restored until it is purged.
FORGETS = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)
