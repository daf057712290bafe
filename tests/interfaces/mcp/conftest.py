"""Clients of the MCP server: the SDK's own, over its HTTP application and within this process."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from queue import SimpleQueue
from typing import Any

import anyio
import httpx2
import pytest
from django.core.wsgi import get_wsgi_application
from django.db import connections
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

from interfaces.mcp.api import Api
from interfaces.mcp.http import application
from tests.interfaces.rest.conftest import (  # noqa: F401 -- fixtures
    agent,
    ana,
    api,
    ben,
    by_key,
    colleague,
    colleague_id,
    outsider,
    owner,
)
from workspaces.actions.create_workspace import NewWorkspace

URL = "http://localhost"


class InTheTest(Executor):
    """Work is done in the test's thread, which has the transaction; the event loop runs in another meanwhile."""

    def __init__(self) -> None:
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()

    def submit(self, call: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()

        def work() -> None:
            try:
                future.set_result(call(*args, **kwargs))
            except Exception as error:
                future.set_exception(error)

        self._work.put(work)
        return future

    def run(self, talk: Callable[[], Any]) -> Any:
        """What a coroutine function returns."""
        with ThreadPoolExecutor(1) as loop:
            result = loop.submit(anyio.run, talk)
            result.add_done_callback(lambda _: self._work.put(None))
            while (work := self._work.get()) is not None:
                work()
        return result.result()


@pytest.fixture(autouse=True)
def open_transaction(db, monkeypatch: pytest.MonkeyPatch) -> None:
    """What closes idle connections after a request would close the test's, in its transaction."""
    monkeypatch.setattr(connections["default"], "close_if_unusable_or_obsolete", lambda: None)


@asynccontextmanager
async def http_client(executor: Executor, **headers: str):
    """An HTTP client of the MCP application; its lifespan lasts as long."""
    app = application(Api(get_wsgi_application(), executor))
    async with app.router.lifespan_context(app):
        transport = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(transport=transport, base_url=URL, headers=headers) as client:
            yield client


@asynccontextmanager
async def connect(executor: Executor, key: str, path: str = "/mcp", mode: str = "auto", **headers: str):
    """The SDK's client, as an agent uses it."""
    async with (
        http_client(executor, authorization=f"Bearer {key}", **headers) as http,
        Client(streamable_http_client(f"{URL}{path}", http_client=http), mode=mode) as client,
    ):
        yield client


def _innermost(error: Exception) -> Exception:
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


class Session:
    """An agent's MCP client; each call makes a connection of its own."""

    def __init__(self, key: str, path: str = "/mcp", **options: str) -> None:
        self._options = {"key": key, "path": path} | options

    def do(self, use: Callable[[Client], Any]) -> Any:
        executor = InTheTest()

        async def talk():
            try:
                async with connect(executor, **self._options) as client:
                    return await use(client)
            except ExceptionGroup as group:
                raise _innermost(group) from group

        return executor.run(talk)

    def call(self, tool: str, **arguments: Any) -> Any:
        """What a tool answers; `is_error` is to be looked at."""
        return self.do(lambda client: client.call_tool(tool, arguments))

    def answer(self, tool: str, **arguments: Any) -> Any:
        """The structured answer of a tool that has not failed."""
        result = self.call(tool, **arguments)
        assert not result.is_error, result.content
        return result.structured_content

    def error(self, tool: str, **arguments: Any) -> str:
        result = self.call(tool, **arguments)
        assert result.is_error, result
        return str(result.content[0].text)


@pytest.fixture
def supervisor_mcp(home: NewWorkspace) -> Session:
    return Session(home.api_keys["supervisor"])
