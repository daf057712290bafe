"""OpenTelemetry, as its standard environment variables say. Without them, or without the packages, nothing happens."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from opentelemetry import propagate, trace

SWITCHES = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_TRACES_EXPORTER")
# Of a request: they hold paths and questions. The route stays.
ADDRESSES = ("http.target", "http.url", "url.full", "url.path", "url.query")
TRACEPARENT = "traceparent"
tracer = trace.get_tracer("memory-server")


def begin() -> None:
    """Trace this process and its forks, where one of SWITCHES is set. Raises ImportError without the packages."""
    if any(os.environ.get(name) for name in SWITCHES):
        from opentelemetry.instrumentation import auto_instrumentation  # noqa: PLC0415 -- of the extra `tracing`

        # The defaults of the distribution would send logs and metrics as well, and contents with them.
        os.environ.setdefault("OTEL_LOGS_EXPORTER", "none")
        os.environ.setdefault("OTEL_METRICS_EXPORTER", "none")
        auto_instrumentation.initialize()


def name_request(route: str) -> None:
    """Leave of a request's address only its route."""
    span = trace.get_current_span()
    attributes = getattr(span, "attributes", None) or {}  # of a span that is recorded
    for attribute in ADDRESSES:
        if attribute in attributes:
            span.set_attribute(attribute, route)


def current() -> str:
    """The trace that this is part of, as W3C's `traceparent`; empty without one."""
    carrier: dict[str, str] = {}
    propagate.inject(carrier)
    return carrier.get(TRACEPARENT, "")


@contextmanager
def continued(traceparent: str, *, name: str) -> Iterator[None]:
    """A span of the trace that `current` returned in any process; a new trace if that is empty.

    An error is recorded by its class only.
    """
    context = propagate.extract({TRACEPARENT: traceparent}) if traceparent else None
    with tracer.start_as_current_span(
        name, context=context, kind=trace.SpanKind.CONSUMER, record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield
        except BaseException as error:
            span.set_status(trace.StatusCode.ERROR, type(error).__name__)
            raise
