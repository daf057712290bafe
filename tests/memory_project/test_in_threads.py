"""A WSGI application within the event loop: its answers and its failures, and what nobody waits for any more."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from memory_project.in_threads import InThreads
from memory_project.threads import LatestFirst

SCOPE = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "http_version": "1.1", "headers": []}


async def nothing():
    return {"type": "http.request", "body": b"", "more_body": False}


async def answer_of(served):
    sent = []

    async def send(message):
        sent.append(message)

    await served(SCOPE, nothing, send)
    return sent


def run(coroutine):
    """In a thread of its own: in that of the tests Playwright's loop may be running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def test_an_answer_comes_whole_with_its_head():
    def application(environ, start_response):
        start_response("201 Created", [("Content-Type", "text/plain")])
        return [b"made"]

    head, body = run(answer_of(InThreads(application, LatestFirst(1, "test"))))
    assert head == {"type": "http.response.start", "status": 201, "headers": [(b"content-type", b"text/plain")]}
    assert body == {"type": "http.response.body", "body": b"made"}


def test_a_failure_is_raised_where_it_was_waited_for():
    def application(environ, start_response):
        raise LookupError("lost")

    with pytest.raises(LookupError, match="lost"):
        run(answer_of(InThreads(application, LatestFirst(1, "test"))))


def test_what_nobody_waits_for_any_more_is_not_begun():
    begun, released = [], threading.Event()

    def application(environ, start_response):
        begun.append(1)
        released.wait(10)
        start_response("200 OK", [])
        return [b""]

    async def cancel_the_second():
        served = InThreads(application, LatestFirst(1, "test"))
        first, second = (asyncio.create_task(answer_of(served)) for _ in range(2))
        await asyncio.sleep(0.1)
        second.cancel()
        with suppress(asyncio.CancelledError):
            await second
        released.set()
        await first
        await answer_of(served)  # its turn comes after the cancelled one's

    run(cancel_the_second())
    assert len(begun) == 2
