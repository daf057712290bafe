"""An unforeseen error is told in the log by its place and class; what somebody wrote stays out."""

import logging
import sys

from memory_project.log_format import PlacesFormatter


def test_the_place_and_class_are_told_and_the_message_is_not():
    try:
        raise ValueError("Ana lives in Lisbon")
    except ValueError:
        record = logging.LogRecord(
            "django.request", logging.ERROR, "", 0, "Internal Server Error: /x", (), sys.exc_info()
        )
    told = PlacesFormatter().format(record)
    assert "Internal Server Error: /x" in told and "test_log_format.py" in told and told.endswith("ValueError")
    assert "Lisbon" not in told


def test_unforeseen_errors_reach_the_log(settings):
    assert settings.LOGGING["loggers"]["django.request"]["handlers"] == ["console"]
    assert logging.getLogger("django.request").handlers
