"""Reads long texts in a separate process, at low priority, so that other requests do not wait for the interpreter.

There is one such process for each process that uses it; it ends with that one, because its standard input is then
closed.
"""

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

from providers import statements
from providers.statements import Statement

# Shorter texts are read faster in process.
LONG_CHARACTERS: Final = 20_000
LOW_PRIORITY: Final = 10
_ROOT: Final = Path(__file__).resolve().parents[1]
_LENGTH_BYTES: Final = 8


class _Reader:
    """The process, started when it is first needed, and again if it has died."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def read(self, texts: Sequence[str], keys: Collection[str] | None) -> tuple[list[list[Statement]], float]:
        """Return the statements of each text, and the processor time used, in seconds."""
        with self._lock:
            for _ in range(2):
                try:
                    return self._ask(texts, keys)
                except (OSError, EOFError):
                    self._process = None
        began = time.thread_time()
        return statements.sensitive_of_each(texts, keys=keys), time.thread_time() - began

    def _ask(self, texts: Sequence[str], keys: Collection[str] | None) -> tuple[list[list[Statement]], float]:
        if self._process is None:
            command = [sys.executable, "-m", "providers.statement_reader"]
            self._process = subprocess.Popen(  # noqa: S603 -- no input in the command
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=_ROOT
            )
        assert self._process.stdin is not None and self._process.stdout is not None
        _send(self._process.stdin, (texts, keys))
        answer: tuple[list[list[Statement]], float] = _receive(self._process.stdout)
        return answer


_reader = _Reader()
_processor_time = threading.local()


def sensitive_of(texts: Sequence[str], *, keys: Collection[str] | None = None) -> list[list[Statement]]:
    """Return the sensitive statements of each text for these fields, as `sensitive` finds them."""
    long = [text for text in texts if len(text) >= LONG_CHARACTERS]
    if not long:
        return statements.sensitive_of_each(texts, keys=keys)
    found, seconds = _reader.read(long, keys)
    add_processor_time(seconds)
    short = [text for text in texts if len(text) < LONG_CHARACTERS]
    of_text = dict(zip([*long, *short], [*found, *statements.sensitive_of_each(short, keys=keys)], strict=True))
    return [of_text[text] for text in texts]


def add_processor_time(seconds: float) -> None:
    """Add processor time that another process spent for this thread."""
    _processor_time.seconds = getattr(_processor_time, "seconds", 0.0) + seconds


def take_processor_time() -> float:
    """Return the seconds of processor time spent elsewhere for this thread since the last call."""
    seconds: float = getattr(_processor_time, "seconds", 0.0)
    _processor_time.seconds = 0.0
    return seconds


def _send(stream: BinaryIO | Any, value: object) -> None:
    data = pickle.dumps(value)
    stream.write(len(data).to_bytes(_LENGTH_BYTES) + data)
    stream.flush()


def _receive(stream: BinaryIO | Any) -> Any:
    """Raises EOFError at the end."""
    head = stream.read(_LENGTH_BYTES)
    size = int.from_bytes(head)
    data = stream.read(size) if len(head) == _LENGTH_BYTES else b""
    if len(head) < _LENGTH_BYTES or len(data) < size:
        raise EOFError
    return pickle.loads(data)  # noqa: S301 -- from the process at the other end of our own pipe


def _serve() -> None:
    os.nice(LOW_PRIORITY)
    try:
        while True:
            texts, keys = _receive(sys.stdin.buffer)
            began = time.process_time()
            found = statements.sensitive_of_each(texts, keys=keys)
            _send(sys.stdout.buffer, (found, time.process_time() - began))
    except EOFError:
        return


if __name__ == "__main__":
    _serve()
