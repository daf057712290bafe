"""Client of the memory server: what agents learn about people, and what those people agreed to."""

from memory_server.async_client import AsyncMemoryClient
from memory_server.client import MemoryClient
from memory_server.errors import (
    CategoryNotAllowed,
    Conflict,
    Forbidden,
    Invalid,
    MemoryServerError,
    NeverRemembered,
    NotAuthenticated,
    NotFound,
    PreconditionFailed,
    ProblemError,
    RefusedByPerson,
    Throttled,
    Unavailable,
    Unreachable,
)
from memory_server.results import Waiting, WaitsForPerson, WriteOutcome, Written

__all__ = [
    "AsyncMemoryClient",
    "CategoryNotAllowed",
    "Conflict",
    "Forbidden",
    "Invalid",
    "MemoryClient",
    "MemoryServerError",
    "NeverRemembered",
    "NotAuthenticated",
    "NotFound",
    "PreconditionFailed",
    "ProblemError",
    "RefusedByPerson",
    "Throttled",
    "Unavailable",
    "Unreachable",
    "Waiting",
    "WaitsForPerson",
    "WriteOutcome",
    "Written",
]
