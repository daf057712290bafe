"""One format for every process's log: a line of `name=value`, or of JSON, never with content."""

import traceback
from collections.abc import Callable, MutableMapping
from typing import Any

from structlog import contextvars, stdlib
from structlog.processors import JSONRenderer, LogfmtRenderer, TimeStamper

Fields = MutableMapping[str, Any]
FIRST = ("timestamp", "level", "logger", "event")
RENDERERS: dict[str, Callable[[], Any]] = {
    "text": lambda: LogfmtRenderer(key_order=FIRST, drop_missing=True, bool_as_flag=False),
    "json": JSONRenderer,
}


def formatter(kind: str) -> stdlib.ProcessorFormatter:
    """For `LOGGING`: `kind` is `text` or `json`. A line of a request bears the request's id."""
    return stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            contextvars.merge_contextvars,
            stdlib.add_log_level,
            stdlib.add_logger_name,
            stdlib.ExtraAdder(allow=("method", "route", "status", "milliseconds", "workspace", "error", "request_id")),
            TimeStamper(fmt="iso"),
        ],
        processors=[stdlib.ProcessorFormatter.remove_processors_meta, _without_content, RENDERERS[kind]()],
    )


def _without_content(_logger: Any, _method: str, fields: Fields) -> Fields:
    """An exception becomes its class and the places it came through: database and validation errors quote values.

    Django's message on a failed request ends with its path, which names people.
    """
    kind, _, trace = fields.pop("exc_info", None) or (None, None, None)
    if kind is not None:
        frames = traceback.extract_tb(trace)
        fields["error"] = kind.__qualname__
        fields["places"] = " > ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
    if fields.get("logger") == "django.request":
        fields["event"] = str(fields["event"]).partition(": /")[0]
    return fields
