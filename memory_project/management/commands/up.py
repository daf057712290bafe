import argparse
import logging
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from memory_project.supervisor.run import run


def log_line(line: str) -> None:
    """For programs, as all other lines are then."""
    logging.getLogger("memory.up").info(" ".join(line.split()))


class Command(BaseCommand):
    """Runs everything on one machine: database, migrations, embedding model, demo, web process, job worker."""

    help = "Start the memory server: database, migrations, embedding model, demo, web and worker. Ctrl-C stops it."
    requires_system_checks: list[str] = []  # `make lint` runs them; here they would cost a second

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="Address to listen on; default 127.0.0.1.")
        parser.add_argument("--port", type=int, help="Default 8000, or a free port where that is taken.")
        parser.add_argument("--data-dir", help="Where everything is kept; default DATA_DIR, else ./var.")
        parser.add_argument(
            "--demo",
            action=argparse.BooleanOptionalAction,
            default=settings.DATABASES["default"]["EMBEDDED"],
            help="Load demo data once; default with the embedded database, not with DATABASE_URL.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        write = log_line if settings.LOG_FORMAT == "json" else self.write
        run(host=options["host"], port=options["port"], demo=options["demo"], write=write)

    def write(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
