"""What machines ask of the server: `/healthz`, `/readyz` and `/metrics`."""

import asyncio
import hmac
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.conf import settings
from django.db import close_old_connections
from prometheus_client import CONTENT_TYPE_LATEST
from prometheus_client.core import Metric

from memory_project import draining
from memory_project.connection_guard import Application, Message, Receive, Send, send_answer
from memory_project.threads import LatestFirst
from operations.monitoring import figures, health
from operations.monitoring.health import Verdict
from telemetry.metrics import exposition

PROBE_SECONDS = 3.0
LOOPBACK = ("127.0.0.1", "::1")
FORWARDED = (b"forwarded", b"x-forwarded-for")
DATABASE, MACHINE = "database", "machine"
CHECKS: Mapping[str, Callable[[], list[Verdict]]] = {
    DATABASE: health.database_verdicts,
    MACHINE: health.machine_verdicts,
}
FIGURES: Mapping[str, Callable[[], list[Metric]]] = {
    DATABASE: figures.database_figures,
    MACHINE: figures.machine_figures,
}
# Where nothing comes back in time.
SILENT = {
    DATABASE: [Verdict("database", False, "It does not answer.", is_vital=True)],
    MACHINE: [Verdict("disk", False, "It does not answer.")],
}


class Probes:
    """ASGI middleware around the application, which answers them whatever the load, and whichever host they name.

    The event loop answers `/healthz`. What is asked of the database, and of the machine, has a thread of its own each.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        self._threads = {group: LatestFirst(1, f"probe-{group}") for group in CHECKS}

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        path = scope["path"] if scope["type"] == "http" else ""
        send = draining.closing(send) if path and draining.is_going() else send
        if path == "/healthz":
            await _answer_json(send, 200, {"status": "ok"})
        elif path == "/readyz" and draining.is_going():
            await _answer_json(send, 503, {"status": "stopping", "checks": {}})
        elif path == "/readyz":
            await _answer_json(send, *health.readiness(await self._verdicts()))
        elif path == "/metrics":
            await self._answer_metrics(scope, send)
        else:
            await self._application(scope, receive, send)

    async def _verdicts(self) -> list[Verdict]:
        found = await asyncio.gather(*(self._ask(group, CHECKS[group], SILENT[group]) for group in CHECKS))
        return [verdict for verdicts in found for verdict in verdicts]

    async def _answer_metrics(self, scope: Message, send: Send) -> None:
        if not may_scrape(scope):
            await _answer_json(send, 403, {"status": "forbidden"})
            return
        verdicts = await self._verdicts()
        groups = [group for group in FIGURES if group != DATABASE or health.is_readable(verdicts)]
        found = await asyncio.gather(*(self._ask(group, FIGURES[group], []) for group in groups))
        metrics_found = [figures.checks(verdicts), *(metric for metrics in found for metric in metrics)]
        text = await self._ask(MACHINE, lambda: [exposition(metrics_found)], [b""])
        await send_answer(send, 200, text[0], CONTENT_TYPE_LATEST)

    async def _ask(self, group: str, question: Callable[[], list[Any]], otherwise: list[Any]) -> list[Any]:
        asked = asyncio.get_running_loop().run_in_executor(self._threads[group], _in_order, question)
        try:
            return await asyncio.wait_for(asked, PROBE_SECONDS)
        except TimeoutError:
            return otherwise


def may_scrape(scope: Message) -> bool:
    """Whether the caller may read metrics: with METRICS_TOKEN or, if none is set, from this machine and no proxy."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    if settings.METRICS_TOKEN:
        sent = headers.get(b"authorization", b"")
        return hmac.compare_digest(sent, f"Bearer {settings.METRICS_TOKEN}".encode())
    address = (scope.get("client") or ("",))[0]
    return address in LOOPBACK and not any(name in headers for name in FORWARDED)


def _in_order(question: Callable[[], Iterable[Any]]) -> list[Any]:
    """The answer as a request would find it: on a connection that is in order."""
    close_old_connections()
    try:
        return list(question())
    finally:
        close_old_connections()


async def _answer_json(send: Send, status: int, content: Mapping[str, Any]) -> None:
    await send_answer(send, status, json.dumps(content).encode(), "application/json")
