from conversations.models.session import Session
from conversations.models.speaker import Speaker
from conversations.models.thread import ChangeLog, ThreadReader, ThreadRevision
from conversations.models.turn import Turn

__all__ = ["ChangeLog", "Session", "Speaker", "ThreadReader", "ThreadRevision", "Turn"]
