from collections.abc import Iterator

import pytest
from django.db import connection

from tests.faults.conftest import serve  # noqa: F401 -- a fixture
from tests.faults.processes import until
from tests.scale.standby import Standby, standby
from workspaces.replicas.watch import Watch, forget, watch


@pytest.fixture(scope="module")
def one_standby(django_db_setup, django_db_blocker) -> Iterator[Standby]:
    with django_db_blocker.unblock(), standby() as found:
        yield found


@pytest.fixture
def replica(one_standby, db, settings, monkeypatch) -> Iterator[Standby]:
    """Answers questions and pages, and has what the test began with."""
    settings.READ_DATABASES = [one_standby.database]
    settings.READ_STALENESS_SECONDS = 600.0
    # A busy machine answers late; who has died is what TestDeath is about.
    monkeypatch.setattr("workspaces.replicas.replica.SILENT_SECONDS", 20.0)
    forget()
    until(lambda: is_even(watch()))
    yield one_standby
    forget()


def is_even(found: Watch) -> bool:
    """Whether a replica has all that the primary wrote so far."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint")
        position = cursor.fetchone()[0]
    return found.choose(position) is not None
