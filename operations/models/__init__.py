from operations.models.job import JobRun, Schedule
from operations.models.outbox import Outbox, WebhookEndpoint
from operations.models.tombstone import Tombstone

__all__ = ["JobRun", "Outbox", "Schedule", "Tombstone", "WebhookEndpoint"]
