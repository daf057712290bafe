"""Threads for requests."""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import SimpleQueue
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[[], None]


class LatestFirst(Executor):
    """The thread that was busy last works next; the standard library's pool has them take turns.

    So a single caller is always answered by the same database connection, which has its statements prepared and what
    they read at hand. The threads are daemons: they end with the process.
    """

    def __init__(self, threads: int, name: str) -> None:
        self._lock = threading.Lock()
        self._idle: list[SimpleQueue[Work]] = [SimpleQueue() for _ in range(threads)]
        self._waiting: deque[Work] = deque()
        for number, inbox in enumerate(self._idle):
            threading.Thread(target=self._serve, args=(inbox,), name=f"{name}-{number}", daemon=True).start()

    def submit(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()

        def work() -> None:
            _carry_out(future, call, *args, **kwargs)

        with self._lock:
            if not self._idle:
                self._waiting.append(work)
                return future
            inbox = self._idle.pop()
        inbox.put(work)
        return future

    def _serve(self, inbox: SimpleQueue[Work]) -> None:
        while True:
            inbox.get()()
            while (work := self._next(inbox)) is not None:
                work()

    def _next(self, inbox: SimpleQueue[Work]) -> Work | None:
        """What waits; None where nothing does, and this thread is idle."""
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            self._idle.append(inbox)
            return None


def _carry_out(future: Future[Any], call: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(call(*args, **kwargs))
    except BaseException as error:
        future.set_exception(error)
