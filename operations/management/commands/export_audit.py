from argparse import ArgumentParser, ArgumentTypeError
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from operations.audit_trail import AuditFilter, Cursor, InvalidCursor, Kind, audit_events, line_of
from workspaces.models import Workspace


class Command(BaseCommand):
    help = "Print the audit trail as JSON lines, oldest first; the last line's cursor goes on from there next time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--workspace", type=UUID, help="Its id; may be left out where there is one.")
        parser.add_argument(
            "--kind", action="append", default=[], choices=list(Kind), help="May be given several times."
        )
        parser.add_argument("--since", type=_time, help="From this time on, ISO 8601; UTC without a zone.")
        parser.add_argument("--until", type=_time, help="Before this time.")
        parser.add_argument("--cursor", default="", help="That of the last event you have.")

    def handle(self, *args: Any, **options: Any) -> None:
        kinds = tuple(Kind(name) for name in options["kind"])
        wanted = AuditFilter(kinds=kinds, since=options["since"], until=options["until"])
        try:
            after = Cursor.parse(options["cursor"])
        except InvalidCursor as error:
            raise CommandError(str(error)) from error
        workspace_id = options["workspace"] or Workspace.objects.only_id()
        for event in audit_events(wanted, workspace_id=workspace_id, after=after, now=timezone.now()):
            self.stdout.write(line_of(event).decode(), ending="")


def _time(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is no time in ISO 8601.") from error
    return found if found.tzinfo else found.replace(tzinfo=UTC)
