from interfaces.models.idempotency import IdempotencyRecord
from interfaces.models.throttle import ThrottleWindow

__all__ = ["IdempotencyRecord", "ThrottleWindow"]
