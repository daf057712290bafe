from retrieval.models.event import RetrievalEvent
from retrieval.models.statistics import LexemeStatistics

__all__ = ["LexemeStatistics", "RetrievalEvent"]
