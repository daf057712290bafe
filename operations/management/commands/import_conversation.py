import time
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

from conversations.access import UnknownPerson
from operations.importing.conversation_formats import ImportedConversation, UnknownFormat, read
from operations.importing.import_conversation import import_conversation
from operations.importing.missing_login import missing_login_step
from workspaces.models import Workspace


class Command(BaseCommand):
    help = (
        "Import recorded conversations: LoCoMo JSON, or JSON lines of turns. Importing twice changes nothing; lines "
        "that are no turns are left out and told."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--workspace", type=UUID, help="Its id; may be left out when there is only one.")
        parser.add_argument("--person", type=UUID, help="Whose conversation it is; default: a person made for it.")
        parser.add_argument(
            "--speaker", action="append", default=[], metavar="NAME=ID", help="Map a speaker to a person."
        )
        parser.add_argument("--only", type=int, help="Import this conversation of the file only, counted from 1.")

    def handle(self, *args: Any, **options: Any) -> None:
        conversations = _chosen(options["file"], options["only"])
        workspace_id = options["workspace"] or Workspace.objects.only_id()
        speakers = dict(_mapping(text) for text in options["speaker"])
        for conversation in conversations:
            self._import(conversation, workspace_id, options["person"], speakers)

    def _import(
        self, conversation: ImportedConversation, workspace_id: UUID, person_id: UUID | None, speakers: dict[str, UUID]
    ) -> None:
        start = time.monotonic()
        with tqdm(total=conversation.turn_count, desc=conversation.name, unit="turn", file=self.stderr) as bar:
            try:
                done = import_conversation(
                    conversation=conversation,
                    workspace_id=workspace_id,
                    person_id=person_id,
                    speakers=speakers,
                    now=timezone.now(),
                    on_progress=bar.update,
                )
            except UnknownPerson as error:
                raise CommandError("There is no such person in this workspace.") from error
        rate = done.turns / max(time.monotonic() - start, 0.001)
        people = ", ".join(str(person) for person in done.person_ids)
        self.stdout.write(
            f"{conversation.name}: {done.turns} turns, {done.added} new, {rate:.0f} turns/s, person {people}"
        )
        for problem in conversation.unread:
            self.stdout.write(f"Left out: {problem}")
        for step in filter(None, (missing_login_step(workspace_id, person) for person in done.person_ids)):
            self.stdout.write(step)


def _chosen(path: Path, only: int | None) -> list[ImportedConversation]:
    try:
        conversations = read(path)
    except (OSError, UnicodeDecodeError, UnknownFormat) as error:
        raise CommandError(f"Cannot import {path}: {error}") from error
    if only is None:
        return conversations
    if not 1 <= only <= len(conversations):
        raise CommandError(f"--only must lie between 1 and {len(conversations)}.")
    return [conversations[only - 1]]


def _mapping(text: str) -> tuple[str, UUID]:
    name, _, person_id = text.partition("=")
    try:
        return name, UUID(person_id)
    except ValueError as error:
        raise CommandError(f'--speaker takes "Name=ID", not {text!r}.') from error
