import os
from functools import partial
from typing import Any

import psycopg
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db.backends.signals import connection_created
from psycopg.errors import OperationalError

from telemetry import tracing

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")

SILENCE_SECONDS = 5.0  # beyond STATEMENT_SECONDS, within which the server itself ends a statement


def bound_waits(connection: Any, **_: Any) -> None:
    """Bound how long a request waits for a lock, a statement, or a server that says nothing any more.

    A few waiting requests would occupy all threads. Jobs and commands have no such bounds.
    """
    connection.keep(lock_timeout=f"{settings.LOCK_SECONDS}s", statement_timeout=f"{settings.STATEMENT_SECONDS}s")
    if settings.STATEMENT_SECONDS:
        driver = connection.connection
        driver.wait = partial(wait_within, driver, settings.STATEMENT_SECONDS + SILENCE_SECONDS)


def wait_within(driver: psycopg.Connection[Any], most_seconds: float, generator: Any, interval: float = 0.1) -> Any:
    """psycopg's wait for an answer of the server, with an end. Raises OperationalError, and hangs up."""
    try:
        return psycopg.Connection.wait(driver, generator, interval, timeout=most_seconds)
    except OperationalError:
        if driver.pgconn.transaction_status == psycopg.pq.TransactionStatus.ACTIVE:
            driver.close()  # else whoever uses it next would wait for the same answer
        raise


tracing.begin()
connection_created.connect(bound_waits)
application = get_wsgi_application()
