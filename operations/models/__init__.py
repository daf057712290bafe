from operations.models.import_run import ImportRun
from operations.models.job import JobRun, Schedule, Worker
from operations.models.outbox import Outbox, WebhookEndpoint
from operations.models.push_device import PushDevice
from operations.models.tombstone import Tombstone

__all__ = ["ImportRun", "JobRun", "Outbox", "PushDevice", "Schedule", "Tombstone", "WebhookEndpoint", "Worker"]
