"""Which pg_dump and psql make a backup of a server of one's own: those of the embedded server speak no TLS."""

import pytest
from django.conf import settings

from memory_project import embedded
from memory_project.backups import database
from memory_project.backups.database import BackupFailed

NEW, OLD = "pg_dump (PostgreSQL) 99.1 (Debian 99.1-1)", "pg_dump (PostgreSQL) 9.6.24"


@pytest.fixture
def own_server(settings, monkeypatch):
    """The suite's server, as if it were somebody's own."""
    settings.BACKUP_DATABASE_URL = embedded.superuser_address(settings.DATA_DIR)
    monkeypatch.setitem(settings.DATABASES["default"], "EMBEDDED", False)


@pytest.fixture
def installed(tmp_path, monkeypatch):
    def install(body):
        (tmp_path / "pg_dump").write_text(f"#!/bin/sh\n{body}\n")
        (tmp_path / "pg_dump").chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
        return str(tmp_path / "pg_dump")

    return install


def test_the_machine_s_own_speaks_tls(own_server, installed):
    own = installed(f"echo '{NEW}'")
    assert database._path_of("pg_dump") == own


def test_one_that_is_older_than_the_server_cannot(own_server, installed):
    installed(f"echo '{OLD}'")
    assert database._path_of("pg_dump") == str(embedded.program("pg_dump"))


def test_the_embedded_server_has_its_own(installed):
    installed(f"echo '{NEW}'")
    assert settings.DATABASES["default"]["EMBEDDED"]
    assert database._path_of("pg_dump") == str(embedded.program("pg_dump"))


def test_without_tls_it_is_said_what_to_install(own_server, installed, tmp_path):
    installed(f'[ "$1" = --version ] && echo "{NEW}" && exit 0\necho "SSL support is not compiled in" >&2; exit 1')
    with pytest.raises(BackupFailed, match="Install PostgreSQL's own pg_dump and psql"):
        database.dump(tmp_path / "dump")
