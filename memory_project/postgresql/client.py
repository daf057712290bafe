from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.db.backends.postgresql import client

from memory_project.embedded.binaries import INSTALLATION, wheel_folder

if TYPE_CHECKING:
    from memory_project.postgresql.base import DatabaseWrapper


class DatabaseClient(client.DatabaseClient):
    """`manage.py dbshell`, with the wheel's psql for the embedded server."""

    connection: "DatabaseWrapper"

    def runshell(self, parameters: Iterable[str]) -> None:
        if self.connection.is_embedded:
            self.connection.fill_in_settings()
            type(self).executable_name = str(wheel_folder() / INSTALLATION / "bin" / "psql")
        super().runshell(parameters)
