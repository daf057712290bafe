"""Real processes on the suite's own database, to be killed by their ids."""

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
from django.db import connection

PROJECT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 120
# Django in another process, on the database that this test uses.
SETUP = """
import sys, django
from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
django.setup()
"""
WORKER = (
    SETUP
    + """
from memory_project.management.commands.qcluster import StoppableCluster
StoppableCluster().start()
"""
)
# Serves on the listening socket whose descriptor follows the database's name.
WEB = (
    SETUP
    + """
import socket
from memory_project.draining import Server
from memory_project.supervisor.web import config
Server(config()).run(sockets=[socket.socket(fileno=int(sys.argv[2]))])
"""
)


def start(program: str, *arguments: str, **options) -> subprocess.Popen:
    """Run a program that begins with SETUP, in a process group of its own."""
    command = [sys.executable, "-c", program, connection.settings_dict["NAME"], *arguments]
    return subprocess.Popen(command, cwd=PROJECT, start_new_session=True, **options)


def stop(process: subprocess.Popen) -> None:
    """End a process that `start` began, and its children."""
    with suppress(psutil.NoSuchProcess):
        whole = psutil.Process(process.pid).children(recursive=True)
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(20)
        for each in whole:
            with suppress(psutil.NoSuchProcess):
                each.kill()
    process.kill()
    process.wait()


def until(condition: Callable[[], object]) -> object:
    """Wait for something to be true; returns it."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (found := condition()):
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)
    return found


def connect() -> psycopg.Connection:
    """One more connection to the test's database."""
    settings = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")
    return psycopg.connect(**{name: settings[name] for name in names if settings.get(name)}, autocommit=True)
