"""LangGraph's store and checkpointer on a memory server. `pip install "memory-server-client[langgraph]"`."""

from memory_server.langgraph.checkpoint import MemoryServerSaver
from memory_server.langgraph.store import MemoryServerStore

__all__ = ["MemoryServerSaver", "MemoryServerStore"]
