"""A database that takes no more connections: requests are answered 503 and may be sent again; then all is well."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

import httpx
import pytest
from django.db import connection

from tests.faults import processes

OTHERS = "pid <> pg_backend_pid() AND datname = current_database() AND backend_type = 'client backend'"


@contextmanager
def no_more_connections(*, but: int) -> Iterator[None]:
    """To the test's database alone, beside those of the test: the suite shares its server."""
    name = connection.settings_dict["NAME"]
    with closing(processes.connect()) as other:
        other.execute(f'ALTER DATABASE "{name}" CONNECTION LIMIT 0')
        try:
            found = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {OTHERS} AND pid <> %s"
            other.execute(found, [but])
            yield
        finally:
            other.execute(f'ALTER DATABASE "{name}" CONNECTION LIMIT -1')


@pytest.mark.django_db(transaction=True)
def test_requests_are_answered_in_time_and_then_all_is_well(serve):
    connection.ensure_connection()
    own = connection.connection.info.backend_pid
    with serve(WEB_PROCESSES="1") as post:
        assert post("/memories", "She sails.", timeout=processes.PATIENCE_SECONDS)[0] == 201
        with no_more_connections(but=own):
            for path in ("/memories", "/memory/query", "/context"):
                status, problem = post(path, "Is it there?")
                assert (status, problem["type"]) == (503, "/problems/unavailable")
            assert httpx.get(f"http://127.0.0.1:{post.port}/healthz", timeout=5).status_code == 200
        assert post("/memories", "She rows.")[0] == 201
        assert len(post("/memory/query", "What does she do?")[1]) == 2
