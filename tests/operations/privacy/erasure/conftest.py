"""A person of whom the server knows something in every table, and somebody who sees all tables."""

import psycopg
import pytest
from django.db import connection

from operations.privacy.erase_person import request_erasure
from tests.interfaces.conftest import in_home, owner  # noqa: F401 -- fixtures
from tests.interfaces.rest.conftest import Api, by_key


@pytest.fixture(autouse=True)
def folders(settings, tmp_path):
    """Files and seals of this test alone."""
    options = settings.STORAGES["default"]["OPTIONS"] | {"location": tmp_path / "artifacts"}
    settings.STORAGES = settings.STORAGES | {"default": settings.STORAGES["default"] | {"OPTIONS": options}}
    settings.SEAL_DIR = tmp_path / "seals"
    return tmp_path


@pytest.fixture
def api(home) -> Api:
    return by_key(home, "supervisor")


@pytest.fixture
def erase(home, person, now):
    def _erase(confirmation="Ana", *, actor=person, person_id=home.user_id):
        return request_erasure(person_id=person_id, confirmation=confirmation, actor=actor, now=now)

    return _erase


@pytest.fixture
def as_superuser():
    """Run SQL as the database's superuser, who sees every row of every workspace."""
    settings = connection.settings_dict
    user = "postgres" if settings["EMBEDDED"] else settings["USER"]
    place = {"host": settings["HOST"], "port": settings["PORT"], "dbname": settings["NAME"], "user": user}
    with psycopg.connect(**place, autocommit=True) as rival:
        yield lambda sql, *params: rival.execute(sql, params).fetchall()
