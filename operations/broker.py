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
    """Its guard reports the worker's state twice a second. We store one row of it, which other hosts can read too.

    django-q would write it to the cache, as several rows a second that nothing reads.
    """

    _seen_at = -HEARTBEAT_SECONDS

    def set_stat(self, key: str, value: str, timeout: int) -> None:
        watchdog.beat()
        if time.monotonic() - self._seen_at >= HEARTBEAT_SECONDS:
            self._seen_at = time.monotonic()
            self.get_connection()  # closes a broken one
            now = timezone.now()
            Worker.see(this_worker(), now=now)
            resume_tick(now=now)

    def dequeue(self) -> list[tuple[int, str]]:
        """Return due tasks: their ids and signed payloads, also those signed with an earlier SECRET_KEY."""
        return [(number, _signed_anew(payload)) for number, payload in super().dequeue() or []]


def _signed_anew(payload: str) -> str:
    """Return the payload signed with the current key if an earlier one signed it; django-q knows only the current."""
    for key in settings.SECRET_KEY_FALLBACKS:
        try:
            task = TimestampSigner(key=key, salt=Conf.PREFIX).unsign(payload)
        except BadSignature:
            continue
        return str(TimestampSigner(key=Conf.SECRET_KEY, salt=Conf.PREFIX).sign(task))
    return payload
