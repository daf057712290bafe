from memories.models.artifact import Artifact, ArtifactLink
from memories.models.chunk import Chunk
from memories.models.embedding import Embedding, EmbeddingModel
from memories.models.fact import Fact
from memories.models.history import History, HistorySalt
from memories.models.memory import Memory
from memories.models.provenance import Provenance
from memories.models.reference import SourceName, SourceReference
from memories.models.relation import Relation
from memories.models.version import MemoryVersion

__all__ = [
    "Artifact",
    "ArtifactLink",
    "Chunk",
    "Embedding",
    "EmbeddingModel",
    "Fact",
    "History",
    "HistorySalt",
    "Memory",
    "MemoryVersion",
    "Provenance",
    "Relation",
    "SourceName",
    "SourceReference",
]
