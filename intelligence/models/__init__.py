from intelligence.models.budget import Budget, Kind

__all__ = ["Budget", "Kind"]
