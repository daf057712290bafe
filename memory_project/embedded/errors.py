class EmbeddedDatabaseError(RuntimeError):
    """The embedded PostgreSQL cannot be created, started or reached; the message says what to do."""
