from conversations.models.checkpoint import Checkpoint, CheckpointWrite
from conversations.models.session import Session, Speaker
from conversations.models.task import Task
from conversations.models.thread import ChangeLog, ThreadReader, ThreadRevision
from conversations.models.turn import Turn, WithheldValue

__all__ = [
    "ChangeLog",
    "Checkpoint",
    "CheckpointWrite",
    "Session",
    "Speaker",
    "Task",
    "ThreadReader",
    "ThreadRevision",
    "Turn",
    "WithheldValue",
]
