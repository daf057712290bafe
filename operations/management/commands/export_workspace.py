import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from operations.privacy.workspace_export import write_workspace_export
from workspaces.actors import system_actor
from workspaces.models import Workspace


class Command(BaseCommand):
    help = "Write everything of a workspace as one archive, which manage.py verify_export checks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="The archive; it must not exist yet.")
        parser.add_argument("--workspace", type=UUID, help="Its id; may be left out where there is one.")

    def handle(self, *args: Any, **options: Any) -> None:
        workspace_id = options["workspace"] or Workspace.objects.only_id()
        if not Workspace.objects.filter(id=workspace_id, erased_at=None).exists():
            raise CommandError("There is no such workspace.")
        try:
            counts = _written(options["file"], workspace_id)
        except FileExistsError as error:
            raise CommandError(f"{options['file']} exists already.") from error
        self.stdout.write(f"{options['file']}: {sum(counts.values())} rows of {counts['people']} people.")


def _written(path: Path, workspace_id: UUID) -> dict[str, int]:
    """For this account's eyes only; nothing is left where it fails."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        try:
            actor = system_actor(workspace_id, "export_workspace")
            return write_workspace_export(file, actor=actor, now=timezone.now())
        except BaseException:
            path.unlink()
            raise
