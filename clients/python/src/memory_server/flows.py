"""Several calls as one: a generator yields calls and is sent their results, so that one text serves both clients."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator
from functools import partial
from typing import Any, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from memory_server.async_client import AsyncMemoryClient
from memory_server.calls import Call
from memory_server.client import MemoryClient
from memory_server.errors import ProblemError

T = TypeVar("T")
Flow: TypeAlias = Generator[Call[Any], Any, T]
Opened: TypeAlias = AsyncGenerator[AsyncMemoryClient, None]


def one(call: Call[T]) -> Flow[T]:
    """A single call as a flow."""
    result: T = yield call
    return result


class Runner:
    """Runs flows against the server of a client, also from event loops.

    Each loop has a client of its own: a connection works only in the loop that it was opened in.
    """

    def __init__(self, client: MemoryClient) -> None:
        self.client = client
        self._of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, tuple[AsyncMemoryClient, Opened]] = (
            WeakKeyDictionary()
        )

    def run(self, flow: Flow[T]) -> T:
        step: Callable[[], Call[Any]] = partial(next, flow)
        while True:
            try:
                call = step()
            except StopIteration as end:
                result: T = end.value
                return result
            try:
                step = partial(flow.send, self.client.send(call))
            except ProblemError as problem:
                step = partial(flow.throw, problem)

    async def arun(self, flow: Flow[T]) -> T:
        client = await self._in_loop()
        step: Callable[[], Call[Any]] = partial(next, flow)
        while True:
            try:
                call = step()
            except StopIteration as end:
                result: T = end.value
                return result
            try:
                step = partial(flow.send, await client.send(call))
            except ProblemError as problem:
                step = partial(flow.throw, problem)

    async def _in_loop(self) -> AsyncMemoryClient:
        loop = asyncio.get_running_loop()
        if loop not in self._of_loops:
            opened = self._until_the_end(loop)
            self._of_loops[loop] = await anext(opened), opened
        return self._of_loops[loop][0]

    async def _until_the_end(self, loop: asyncio.AbstractEventLoop) -> Opened:
        """One client, closed when the loop ends: `asyncio.run` closes the generators that were begun in it."""
        http = self.client.http
        try:
            async with AsyncMemoryClient(http.address.url, http.address.key, timeout=http.timeout) as client:
                yield client
        finally:
            self._of_loops.pop(loop, None)
