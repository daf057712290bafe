import time
from collections.abc import Callable

Write = Callable[[str], object]


class Progress:
    """Prints each step with the seconds since the start, so that a slow one is seen while it lasts."""

    def __init__(self, write: Write) -> None:
        self.write = write
        self.began = time.monotonic()

    def __call__(self, step: str) -> None:
        self.write(f"{self.seconds():6.1f} s  {step}")

    def seconds(self) -> float:
        return time.monotonic() - self.began
