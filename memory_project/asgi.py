"""Uvicorn's entry point. Django runs under WSGI in threads: under ASGI its persistent connections leak.

MCP is spoken in the event loop; its tools call the API in the same threads as other requests.
"""

import gc
import threading

from django.conf import settings
from django.urls import get_resolver

from memory_project.connection_guard import Application, ConnectionGuard, Message, Receive, Send
from memory_project.cut_off import answer_when_cut_off
from memory_project.in_threads import InThreads
from memory_project.large_requests import OtherProcess, as_it_came
from memory_project.threads import LatestFirst
from memory_project.wsgi import application as django_application
from operations.monitoring import health
from providers import embedding, llm, statements
from providers.statements.gate import statistical_reader
from telemetry import requests
from telemetry.requests import RequestLog

# After Django is set up, which its WSGI application has done.
# isort: split
from interfaces.mcp import PATH
from interfaces.mcp import http as mcp
from interfaces.mcp.api import Api
from memory_project.probes import Probes

THREADS = 8  # of all web processes together for one caller; each process has one more, for others
THREADS_FOR_LARGE = 2  # of the process for large requests: one for a caller, one for others


def by_path(django: Application, mcp_servers: Application) -> Application:
    """MCP at its address, Django everywhere else. Only MCP has something to begin and end with the process."""

    async def serve(scope: Message, receive: Receive, send: Send) -> None:
        is_mcp = scope["type"] != "http" or f"{scope['path']}/".startswith(f"{PATH}/")
        if is_mcp:
            requests.current().route = PATH
        await (mcp_servers if is_mcp else django)(scope, receive, send)

    return serve


def thread_count() -> int:
    is_for_large = settings.ANSWERS_LARGE_REQUESTS
    return THREADS_FOR_LARGE if is_for_large else max(2, THREADS // settings.WEB_PROCESSES) + 1


threads = LatestFirst(thread_count(), "request")
served = by_path(InThreads(django_application, threads), mcp.application(Api(django_application, threads)))
guarded = ConnectionGuard(
    served,
    max_body_bytes=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
    for_large=OtherProcess(settings.LARGE_REQUESTS_SOCKET) if settings.LARGE_REQUESTS_SOCKET else None,
)
application = Probes(RequestLog(answer_when_cut_off(guarded)))
for_large_requests = as_it_came(application)


def warm_up() -> None:
    """Load what the first question would wait for, and the first probe, beside the start.

    Routes too: a process that is asked for the first time while another release is laid in its place would mix both.
    """
    _ = get_resolver().url_patterns
    health.last_migrations()
    llm.load()
    statements.sensitive("Warm up in Lisbon, please.")
    statistical_reader.sentence_embeddings(["Warm up."])  # which few sentences need, maybe not the one above
    if embedding.is_local():
        embedding.embed_query("")
    # What is loaded by now lives as long as the process.
    gc.collect()
    gc.freeze()


warming_up = threading.Thread(target=warm_up, daemon=True)
warming_up.start()
