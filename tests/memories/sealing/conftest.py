"""A workspace whose history is sealed, and somebody who may do anything in its database."""

from contextlib import contextmanager

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from consent.changes import ForgetMemory, WriteMemory
from consent.gate import submit
from memories.drafts import MemoryDraft
from memories.maintenance.seal_history import seal_history
from memories.models import History
from memories.sealing.verification import verify_history
from workspaces import scope


@pytest.fixture(autouse=True)
def seal_dir(settings, tmp_path):
    settings.SEAL_DIR = tmp_path / "seals"
    return settings.SEAL_DIR


@pytest.fixture
def log_file(home, seal_dir):
    return seal_dir / f"{home.workspace_id}.jsonl"


@pytest.fixture
def write(home, supervisor, now):
    def _write(content="The release is on Friday.", *, key="note", **fields):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=key, content=content, **fields)
        return submit(WriteMemory(draft=draft), actor=supervisor, now=now).memory_id

    return _write


@pytest.fixture
def forget(supervisor, now):
    return lambda memory_id: submit(ForgetMemory(memory_id=memory_id), actor=supervisor, now=now)


@pytest.fixture
def seal(home, now):
    return lambda at=None: seal_history(workspace_id=home.workspace_id, now=at or now)


@pytest.fixture
def verify(home, now):
    return lambda at=None: verify_history(workspace_id=home.workspace_id, now=at or now)


@pytest.fixture
def command(capsys):
    """`manage.py verify_history`: its exit code and what it says."""

    def _command(*arguments):
        try:
            call_command("verify_history", *arguments)
            code = 0
        except CommandError as error:
            code = error.returncode
        return code, capsys.readouterr().out

    return _command


@pytest.fixture
def rows(home):
    """The ids of the history's rows, in order."""

    def _rows():
        with scope.enter(home.workspace_id):
            return list(History.objects.order_by("id").values_list("id", flat=True))

    return _rows


@pytest.fixture
def superuser():
    """Run SQL as the database's superuser with all triggers off."""

    @contextmanager
    def connected():
        settings = connection.settings_dict
        user = "postgres" if settings["EMBEDDED"] else settings["USER"]
        with psycopg.connect(
            host=settings["HOST"], port=settings["PORT"], dbname=settings["NAME"], user=user, autocommit=True
        ) as rival:
            rival.execute("SET session_replication_role = replica")
            yield rival

    def _run(sql, *parameters):
        with connected() as rival:
            return rival.execute(sql, parameters).rowcount

    return _run
