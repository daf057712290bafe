"""The nine tools of the reference server `@modelcontextprotocol/server-memory`, over this store."""
