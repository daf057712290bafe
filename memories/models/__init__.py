from memories.models.chunk import Chunk
from memories.models.embedding import Embedding, EmbeddingModel
from memories.models.fact import Fact
from memories.models.history import History, HistorySalt
from memories.models.memory import Memory
from memories.models.version import MemoryVersion

__all__ = [
    "Chunk",
    "Embedding",
    "EmbeddingModel",
    "Fact",
    "History",
    "HistorySalt",
    "Memory",
    "MemoryVersion",
]
