import json
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from operations.importing.missing_login import missing_login_step
from operations.privacy.export_proof import UnprovedExport
from operations.privacy.person_import import KnownPerson, import_person
from workspaces.actors import system_actor
from workspaces.models import Workspace


class Command(BaseCommand):
    help = "Import a person's export from another memory server, if its seals and receipts hold (docs/importing.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="What GET /users/{id}/export answered the person or staff.")
        parser.add_argument("--workspace", type=UUID, help="Its id; may be left out when there is only one.")
        parser.add_argument(
            "--public-key",
            action="append",
            required=True,
            metavar="HEX",
            help="The key that the other server's seals are signed with, as it told you; may be given several times.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        workspace_id = options["workspace"] or Workspace.objects.only_id()
        actor = system_actor(workspace_id, "import_person")
        try:
            document = json.loads(options["file"].read_bytes())
            done = import_person(document, trusted=options["public_key"], actor=actor, now=timezone.now())
        except (OSError, UnprovedExport, KnownPerson, ValueError) as error:
            raise CommandError(f"Nothing was imported: {error}") from error
        self.stdout.write(
            f"{done.person_id}: {done.memories} memories, {done.history} events, {done.receipts} receipts, "
            f"{done.turns} turns"
        )
        for name, count in done.left.items():
            self.stdout.write(f"Not taken: {count} {name.replace('_', ' ')}")
        if step := missing_login_step(workspace_id, done.person_id):
            self.stdout.write(step)
