"""Requests per key or account, counted over all processes."""

import re
import time
from functools import lru_cache
from typing import cast

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from interfaces.models import ThrottleWindow
from interfaces.rest.authentication import Principal

SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
LEASES_A_WINDOW = 20


class InvalidRate(ValueError):
    """A rate is written like `6000/minute`."""


@lru_cache
def parse_rate(rate: str) -> tuple[int, int]:
    """`6000/minute` → (6000, 60): requests and seconds. Raises InvalidRate."""
    found = re.fullmatch(r"(\d+)/(second|minute|hour|day)", rate)
    if found is None:
        raise InvalidRate(f"{rate!r} is no rate: write <number>/second, minute, hour or day.")
    return int(found[1]), SECONDS[found[2]]


class PrincipalThrottle(BaseThrottle):
    """`THROTTLE_RATE` for each key or account in fixed windows.

    A process leases a twentieth of the rate at a time from the shared counter, so that the limit holds over all
    processes while one request in that many costs a write.
    """

    leases: dict[str, tuple[int, int]] = {}

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Use one request of this process's lease, or lease again. A lost race between threads costs one request."""
        limit, seconds = parse_rate(settings.THROTTLE_RATE)
        now = time.time()
        window = int(now // seconds)
        self.seconds_left = seconds - now % seconds
        caller = cast(Principal, request.user).name
        leased_for, left = self.leases.get(caller, (window, 0))
        if leased_for != window or left == 0:
            left = ThrottleWindow.lease(caller, slot=window, size=max(1, limit // LEASES_A_WINDOW), limit=limit)
        self.leases[caller] = (window, max(0, left - 1))
        return left > 0

    def wait(self) -> float:
        """Seconds until the next window."""
        return max(1.0, self.seconds_left)
