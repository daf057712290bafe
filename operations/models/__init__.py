from operations.models.idempotency import IdempotencyRecord
from operations.models.job import JobRun, Schedule
from operations.models.throttle import ThrottleWindow

__all__ = ["IdempotencyRecord", "JobRun", "Schedule", "ThrottleWindow"]
