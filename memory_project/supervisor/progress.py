import time
from collections.abc import Callable

Write = Callable[[str], object]


class Progress:
    """Prints each step with the seconds since the start when it begins, so that a slow one shows.

    `began` is another process's `time.monotonic()`, for the steps that a child takes on its behalf.
    """

    def __init__(self, write: Write, *, began: float | None = None) -> None:
        self.write = write
        self.began = time.monotonic() if began is None else began

    def __call__(self, step: str) -> None:
        self.write(f"{self.seconds():6.1f} s  {step}")

    def seconds(self) -> float:
        return time.monotonic() - self.began
