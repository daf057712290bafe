from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import anyio


def run_apart(talk: Callable[[], Awaitable[Any]]) -> Any:
    """What a coroutine function returns, run in another thread: browser tests leave a loop running in the test's."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(anyio.run, talk).result()
