from operations.models.job import JobRun, Schedule
from operations.models.outbox import Outbox, WebhookEndpoint
from operations.models.push_device import PushDevice
from operations.models.tombstone import Tombstone
from operations.models.worker import Worker

__all__ = ["JobRun", "Outbox", "PushDevice", "Schedule", "Tombstone", "WebhookEndpoint", "Worker"]
