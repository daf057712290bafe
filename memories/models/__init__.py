from memories.models.artifact import Artifact, ArtifactLink
from memories.models.chunk import Chunk
from memories.models.embedding import Embedding, EmbeddingModel
from memories.models.fact import Fact
from memories.models.history import History, HistorySalt
from memories.models.memory import Memory
from memories.models.merge import Merge, PairFingerprint
from memories.models.operational_event import MemoryAccess, OperationalEvent
from memories.models.provenance import Provenance
from memories.models.reference import SourceName, SourceReference
from memories.models.relation import Relation
from memories.models.review import DependencyReview
from memories.models.seal import AuditSeal, SealEntry
from memories.models.version import MemoryVersion

__all__ = [
    "Artifact",
    "ArtifactLink",
    "AuditSeal",
    "Chunk",
    "DependencyReview",
    "Embedding",
    "EmbeddingModel",
    "Fact",
    "History",
    "HistorySalt",
    "Memory",
    "MemoryAccess",
    "MemoryVersion",
    "Merge",
    "OperationalEvent",
    "PairFingerprint",
    "Provenance",
    "Relation",
    "SealEntry",
    "SourceName",
    "SourceReference",
]
