"""Threads for requests."""

import threading
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextvars import ContextVar
from queue import SimpleQueue
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[[], str]  # returns the caller that it was for


# Who asks for the work that is submitted. Empty: the server itself, which has no limit.
caller: ContextVar[str] = ContextVar("caller", default="")


class LatestFirst(Executor):
    """The thread that was busy last works next; the standard library's pool has them take turns.

    So a single caller is always answered by the same database connection, which has its statements prepared and what
    they read at hand. No caller has the last thread, and of those who wait the one with the least running comes first.
    The threads are daemons: they end with the process.
    """

    def __init__(self, threads: int, name: str) -> None:
        self._most_per_caller = max(1, threads - 1)
        self._lock = threading.Lock()
        self._idle: list[SimpleQueue[Work]] = [SimpleQueue() for _ in range(threads)]
        self._waiting: dict[str, deque[Work]] = {}
        self._running: Counter[str] = Counter()
        for number, inbox in enumerate(self._idle):
            threading.Thread(target=self._serve, args=(inbox,), name=f"{name}-{number}", daemon=True).start()

    def submit(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        name = caller.get()

        def work() -> str:
            _carry_out(future, call, *args, **kwargs)
            return name

        with self._lock:
            if not self._idle or not self._has_room(name):
                self._waiting.setdefault(name, deque()).append(work)
                return future
            self._running[name] += 1
            inbox = self._idle.pop()
        inbox.put(work)
        return future

    def _serve(self, inbox: SimpleQueue[Work]) -> None:
        while True:
            work: Work | None = inbox.get()
            while work is not None:
                work = self._next(inbox, done_for=work())

    def _next(self, inbox: SimpleQueue[Work], *, done_for: str) -> Work | None:
        """What waits; None where nothing may begin, and this thread is idle."""
        with self._lock:
            self._running[done_for] -= 1
            if not self._running[done_for]:
                del self._running[done_for]
            name = min(filter(self._has_room, self._waiting), key=self._running.__getitem__, default=None)
            if name is None:
                self._idle.append(inbox)
                return None
            self._running[name] += 1
            queue = self._waiting.pop(name)
            work = queue.popleft()
            if queue:
                self._waiting[name] = queue  # last again, so that callers with as much running take turns
            return work

    def _has_room(self, name: str) -> bool:
        return not name or self._running[name] < self._most_per_caller


def _carry_out(future: Future[Any], call: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(call(*args, **kwargs))
    except BaseException as error:
        future.set_exception(error)
