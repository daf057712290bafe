from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memories.artifacts.erase_artifacts import erase_of_workspace
from workspaces.models import Workspace


class Command(BaseCommand):
    help = "Delete all artifacts of one workspace by their prefix (004): every row, and every file below it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("workspace", type=UUID, help="Its id.")
        parser.add_argument("--yes", action="store_true", help="Do it; without, only say what would be done.")

    def handle(self, *args: Any, **options: Any) -> None:
        workspace = Workspace.objects.filter(id=options["workspace"]).first()
        if workspace is None:
            raise CommandError("There is no such workspace.")
        if not options["yes"]:
            self.stdout.write(f"This would delete every artifact of {workspace.name}. Say --yes to do it.")
            return
        rows, files = erase_of_workspace(workspace.id)
        self.stdout.write(f"Deleted {rows} artifacts and {files} files of {workspace.name}.")
