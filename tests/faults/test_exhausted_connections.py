"""A database that takes no more connections: requests are answered 503 and may be sent again; then all is well."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import httpx
import psycopg
import pytest
from django.db import connection

from memory_project import embedded
from tests.faults import processes
from tests.faults.installation import Installation, data_folder
from tests.faults.ledger import Ledger, manage

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


@pytest.mark.prove
def test_writers_go_on_after_each_of_ten_times(tmp_path: Path, figure) -> None:
    """The server's own bound, with the connections of the web processes taken by others."""
    with data_folder() as data_dir, ExitStack() as stack:
        installation = Installation(data_dir, tmp_path)
        stack.callback(installation.up.stop)
        with Ledger(installation.home, installation.address) as ledger:
            for _ in range(10):
                ledger.goes_on()
                with all_taken(data_dir):
                    time.sleep(10)
                    assert installation.up.get("/healthz") == 200
                ledger.goes_on()
        assert set(ledger.failures) <= {"503"} and ledger.failures["503"]
        figures = ledger.check()
        assert "BROKEN" not in manage(data_dir, "verify_history")
        figure(f"10 times 10 s without a connection: {figures}; the history holds")


@contextmanager
def all_taken(data_dir: Path) -> Iterator[None]:
    """Every connection that the server has: ours are opened until it refuses, after those of others were ended."""
    server = embedded.start(data_dir)
    address = f"host={server.host} port={server.port} user={server.user} dbname={server.name}"
    with ExitStack() as ours, psycopg.connect(embedded.superuser_address(data_dir), autocommit=True) as superuser:
        for _ in range(5):
            with suppress(psycopg.OperationalError):
                while True:
                    ours.enter_context(psycopg.connect(address, application_name="taken", autocommit=True))
            superuser.execute(
                f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {OTHERS} "
                "AND application_name NOT IN ('taken', 'memory-server up')"
            )
        yield
