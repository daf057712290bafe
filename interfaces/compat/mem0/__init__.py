"""mem0's platform API, as its `MemoryClient` speaks it, and the shapes of its open server."""
