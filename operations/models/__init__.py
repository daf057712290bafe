from operations.models.idempotency import IdempotencyRecord
from operations.models.job import JobRun, Schedule
from operations.models.outbox import Outbox, WebhookEndpoint
from operations.models.throttle import ThrottleWindow
from operations.models.tombstone import Tombstone

__all__ = ["IdempotencyRecord", "JobRun", "Outbox", "Schedule", "ThrottleWindow", "Tombstone", "WebhookEndpoint"]
