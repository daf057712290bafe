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
from interfaces.rest.problems import QuotaUsedUp

SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
LEASES_A_WINDOW = 20
MOST_CALLERS = 10_000  # callers counted at the same time


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
        return self.take(cast(Principal, request.user).name, limit, seconds)

    def take(self, caller: str, limit: int, seconds: int) -> bool:
        now = time.time()
        window = int(now // seconds)
        self.seconds_left = seconds - now % seconds
        leased_for, left = self.leases.get(caller, (window, 0))
        if leased_for != window or left == 0:
            left = ThrottleWindow.lease(caller, slot=window, size=max(1, limit // LEASES_A_WINDOW), limit=limit)
        self.leases[caller] = (window, max(0, left - 1))
        return left > 0

    def wait(self) -> float:
        """Seconds until the next window."""
        return max(1.0, self.seconds_left)


class WorkspaceThrottle(PrincipalThrottle):
    """The workspace's quota of requests, for all its keys together."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        actor = cast(Principal, request.user).actor
        limit = actor.requests_per_minute
        if limit is None or self.take(f"workspace:{actor.workspace_id}", limit, SECONDS["minute"]):
            return True
        raise QuotaUsedUp(
            f"All keys of the workspace together may send {limit} requests a minute.",
            headers={"Retry-After": str(round(self.wait()))},
            quota="requests_per_minute",
            limit=limit,
            used=limit,
        )


class ProcessorThrottle(BaseThrottle):
    """`PROCESSOR_RATE` for each key or account: seconds of processor time in each window, in each process.

    No request is stopped halfway: its time is known when it ends, and counts for the next one.
    """

    spent: dict[str, tuple[int, float]] = {}

    def allow_request(self, request: Request, view: APIView) -> bool:
        limit, seconds = parse_rate(settings.PROCESSOR_RATE)
        now = time.time()
        self.seconds_left = seconds - now % seconds
        window, spent = self.spent.get(cast(Principal, request.user).name, (0, 0.0))
        return window != int(now // seconds) or spent < limit

    def wait(self) -> float:
        return max(1.0, self.seconds_left)

    @classmethod
    def charge(cls, caller: str, spent: float) -> None:
        """Count the time of a request; a lost race between threads loses one request's time."""
        window = int(time.time() // parse_rate(settings.PROCESSOR_RATE)[1])
        before, sum_before = cls.spent.get(caller, (window, 0.0))
        if len(cls.spent) > MOST_CALLERS:
            cls.spent.clear()
        cls.spent[caller] = (window, spent + (sum_before if before == window else 0.0))
