from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

from conversations.access import UnknownPerson
from operations.importing.checkpoint_dump import BadDump, read_dump
from operations.importing.import_checkpoints import Destination, ImportCounts, check_people, import_checkpoints
from workspaces import scope
from workspaces.models import Agent, Workspace


class Command(BaseCommand):
    help = "Import a dump of an in-memory checkpointer (docs/checkpoints.md). Run again, it continues where it stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--workspace", type=UUID, help="Its id; may be left out when there is only one.")
        parser.add_argument("--person", type=UUID, help="The person of lines without a user_id.")
        parser.add_argument("--agent", default="", help="The agent that may see the states, by name.")

    def handle(self, *args: Any, **options: Any) -> None:
        workspace_id = options["workspace"] or Workspace.objects.only_id()
        to = Destination(workspace_id, options["person"], _agent(workspace_id, options["agent"]))
        moved = self._move(options["file"], to)
        self.stdout.write(f"{moved.lines} lines: {moved.added} new, {moved.lines - moved.added} existing")
        if moved.different:
            raise CommandError(f"{moved.different} lines differ from what is stored, which was left as it is.")

    def _move(self, path: Path, to: Destination) -> ImportCounts:
        """Check the whole file before storing anything of it."""
        try:
            count = check_people(read_dump(path), to)
            with tqdm(total=count, desc=path.name, unit="line", file=self.stderr) as bar:
                return import_checkpoints(read_dump(path), to, now=timezone.now(), on_progress=bar.update)
        except UnknownPerson as error:
            message = "A line names a person who is not in this workspace, or none and --person is not given."
            raise CommandError(message) from error
        except (OSError, BadDump) as error:
            raise CommandError(f"Cannot import {path}: {error}") from error


def _agent(workspace_id: UUID, name: str) -> UUID | None:
    if not name:
        return None
    with scope.enter(workspace_id):
        found: UUID | None = Agent.objects.filter(name=name).values_list("id", flat=True).first()
    if found is None:
        raise CommandError(f"There is no agent called {name!r} in this workspace.")
    return found
