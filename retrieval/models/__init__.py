from retrieval.models.event import RetrievalEvent

__all__ = ["RetrievalEvent"]
