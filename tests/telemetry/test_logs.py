"""One line for each event, in one of two formats; an error is told by place and class, never by what was written."""

import json
import logging
import sys

import pytest
from structlog.contextvars import bound_contextvars

from telemetry.logs import formatter


def failed_request() -> logging.LogRecord:
    try:
        raise ValueError("Ana lives in Lisbon")
    except ValueError:
        path, error = "/api/v1/users/ana", sys.exc_info()
        return logging.LogRecord("django.request", logging.ERROR, "", 0, "%s: %s", ("Server Error", path), error)


@pytest.mark.parametrize("kind", ["text", "json"])
def test_the_place_and_class_are_told_and_neither_message_nor_path(kind):
    told = formatter(kind).format(failed_request())
    assert "Server Error" in told and "test_logs.py" in told and "ValueError" in told
    assert "Lisbon" not in told and "ana" not in told and "\n" not in told


def test_json_has_the_fields_of_a_request_and_its_id():
    record = logging.LogRecord("memory.requests", logging.INFO, "", 0, "request", (), None)
    record.status, record.route, record.body = 200, "/api/v1/memories", "Ana lives in Lisbon"
    with bound_contextvars(request_id="abcdefgh"):
        told = json.loads(formatter("json").format(record))
    assert told.pop("timestamp").endswith("Z")
    wanted = {"event": "request", "level": "info", "logger": "memory.requests", "request_id": "abcdefgh"}
    assert told == wanted | {"status": 200, "route": "/api/v1/memories"}


def test_text_is_read_by_programs_too():
    record = logging.LogRecord("django-q", logging.WARNING, "", 0, "a job = late", (), None)
    assert formatter("text").format(record).endswith('level=warning logger=django-q event="a job = late"')


def test_unforeseen_errors_reach_the_log(settings):
    assert settings.LOGGING["loggers"]["django.request"]["handlers"] == ["console"]
    assert logging.getLogger("django.request").handlers
