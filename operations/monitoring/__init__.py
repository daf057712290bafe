"""Health checks and metrics of the running server."""
