"""Databases beside the project's, on the same server: empty at first, dropped in the end."""

from collections.abc import Iterator
from contextlib import contextmanager

import project  # noqa: F401 -- sets Django up
from django.db import connection
from psycopg.conninfo import make_conninfo


@contextmanager
def empty_database(name: str) -> Iterator[str]:
    """With pgvector from template1; yields how to connect."""
    _execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", f"CREATE DATABASE {name}")
    settings = connection.settings_dict
    login = {"host": settings["HOST"], "port": settings["PORT"], "user": settings["USER"]}
    try:
        yield make_conninfo(dbname=name, password=settings["PASSWORD"] or None, **login)
    finally:
        _execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@contextmanager
def within_empty_database(name: str) -> Iterator[None]:
    """This process's own connection goes there; it has no tables yet."""
    usual = connection.settings_dict["NAME"]
    with empty_database(name):
        _connect_to(name)
        try:
            yield
        finally:
            _connect_to(usual)


def _connect_to(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name


def _execute(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
