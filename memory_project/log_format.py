"""Errors in the log: where they happened, never their content."""

import logging
import traceback
from types import TracebackType


class PlacesFormatter(logging.Formatter):
    """An exception becomes its class and the places it came through.

    It omits the message: database and validation errors quote values.
    """

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def formatException(  # noqa: N802 -- logging's own name
        self, ei: tuple[type[BaseException] | None, BaseException | None, TracebackType | None]
    ) -> str:
        kind, _, trace = ei
        frames = traceback.extract_tb(trace)
        places = "".join(f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}\n' for frame in frames)
        return f"{places}{kind.__qualname__ if kind else 'Unknown'}"
