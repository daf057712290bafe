"""mem0's platform API as used by its `MemoryClient`, and the formats of its open server."""
