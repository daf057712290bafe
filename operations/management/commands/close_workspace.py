import json
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from operations.privacy.close_workspace import NotClosed, NotOpen, reopen_workspace, request_closing
from operations.privacy.erase_person import NotConfirmed
from operations.privacy.erasure_receipt import receipt_of_workspace
from workspaces.actors import system_actor
from workspaces.models import Workspace


class Command(BaseCommand):
    help = "Close a workspace: refuse its keys at once and erase everything in it later, unless it is opened again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("workspace", type=UUID, help="Its id.")
        parser.add_argument("--name", help="Its name, to confirm.")
        parser.add_argument(
            "--days", type=int, default=settings.CLOSING_DAYS, help="How long it can be opened again (%(default)s)."
        )
        parser.add_argument("--reopen", action="store_true", help="Take the closing back.")
        parser.add_argument("--receipt", action="store_true", help="Print the receipt as JSON, once it is erased.")

    def handle(self, *args: Any, **options: Any) -> None:
        workspace = Workspace.objects.filter(id=options["workspace"]).first()
        if workspace is None:
            raise CommandError("There is no such workspace.")
        try:
            self.stdout.write(_carried_out(workspace, options))
        except (NotClosed, NotConfirmed, NotOpen) as error:
            raise CommandError(str(error)) from error


def _carried_out(workspace: Workspace, options: dict[str, Any]) -> str:
    actor = system_actor(workspace.id, "close_workspace")
    if options["receipt"]:
        return json.dumps(receipt_of_workspace(workspace), indent=2)
    if options["reopen"]:
        reopen_workspace(actor=actor, now=timezone.now())
        return f"{workspace.name} is open again. Its keys work as before."
    if options["name"] is None:
        raise CommandError(f"This would close {workspace.name}, and erase it after {options['days']} days. Say --name.")
    closed = request_closing(
        confirmation=options["name"], actor=actor, now=timezone.now(), days=max(0, options["days"])
    )
    return f"{closed.name} is closed. Everything in it is erased on {closed.erase_at:%Y-%m-%d %H:%M} UTC."
