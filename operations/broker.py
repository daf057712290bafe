"""django-q's queue in the database, with a heartbeat of our own."""

import time

from django.conf import settings
from django.utils import timezone
from django_q.brokers.orm import ORM
from django_q.conf import Conf
from django_q.core_signing import BadSignature, TimestampSigner

from operations.models import Worker
from operations.queue import this_worker
from operations.schedules import resume_tick
from telemetry import watchdog

HEARTBEAT_SECONDS = 5.0


class Broker(ORM):  # type: ignore[misc]
    """Its guard tells twice a second how the worker does. We keep a row of it, where other hosts see it too.

    django-q would put it into the cache, and write several rows a second that nobody reads.
    """

    _seen_at = -HEARTBEAT_SECONDS

    def set_stat(self, key: str, value: str, timeout: int) -> None:
        watchdog.beat()
        if time.monotonic() - self._seen_at >= HEARTBEAT_SECONDS:
            self._seen_at = time.monotonic()
            self.get_connection()  # which closes one that is broken
            now = timezone.now()
            Worker.see(this_worker(), now=now)
            resume_tick(now=now)

    def dequeue(self) -> list[tuple[int, str]]:
        """What is due: its id, and what was signed. Tasks from before a change of SECRET_KEY count too."""
        return [(number, _signed_anew(payload)) for number, payload in super().dequeue() or []]


def _signed_anew(payload: str) -> str:
    """The same under today's key where an earlier one signed it; django-q knows today's alone."""
    for key in settings.SECRET_KEY_FALLBACKS:
        try:
            task = TimestampSigner(key=key, salt=Conf.PREFIX).unsign(payload)
        except BadSignature:
            continue
        return str(TimestampSigner(key=Conf.SECRET_KEY, salt=Conf.PREFIX).sign(task))
    return payload
