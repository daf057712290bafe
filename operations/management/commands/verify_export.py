from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memories.sealing import keys
from operations.privacy.export_proof import UnprovedExport
from operations.privacy.verify_workspace_export import verify_workspace_export


class Command(BaseCommand):
    help = "Check an export of a workspace without the database: signature, checksums, seals, and what they cover."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="What manage.py export_workspace wrote, or an owner downloaded.")
        parser.add_argument(
            "--public-key",
            action="append",
            default=[],
            metavar="HEX",
            help="Trust this Ed25519 key instead of this server's own keys; may be given several times.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = verify_workspace_export(options["file"], trusted=options["public_key"] or keys.trusted_keys())
        except UnprovedExport as error:
            raise CommandError(f"This export does not hold: {error}") from error
        self.stdout.write(
            f"This export holds: {found.rows} rows and {found.files} files of workspace {found.workspace_id}, "
            f"{found.history} events sealed in its history."
        )
        if found.waiting:
            self.stdout.write(f"Not sealed yet when it was made: {found.waiting} events. Export again to prove them.")
