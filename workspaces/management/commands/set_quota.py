from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from workspaces import scope
from workspaces.models import Quota, Usage, Workspace

BOUNDS = ("memories", "storage_bytes", "requests_per_minute", "tokens_per_day")
NO_BOUND = "none"


class Command(BaseCommand):
    help = "Set what a workspace may use at most, and tell what it uses."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--workspace", help="Its id; may be left out where there is one.")
        for name in BOUNDS:
            parser.add_argument(f"--{name.replace('_', '-')}", metavar="N", help=f"A number, or {NO_BOUND}.")

    def handle(self, *args: Any, **options: Any) -> None:
        workspace_id = UUID(options["workspace"]) if options["workspace"] else Workspace.objects.only_id()
        wanted = {name: _bound(options[name]) for name in BOUNDS if options[name] is not None}
        with scope.enter(workspace_id):
            quota, _ = Quota.objects.update_or_create(defaults=wanted)
            used = Usage.objects.total()
        for name in BOUNDS:
            bound = getattr(quota, name)
            has = f"{getattr(used, name)} of " if hasattr(used, name) else ""
            self.stdout.write(f"{name:<20}  {has}{'no bound' if bound is None else bound}")


def _bound(value: str) -> int | None:
    if value == NO_BOUND:
        return None
    if not value.isdecimal():
        raise CommandError(f"{value!r} is no whole number. Write one, or {NO_BOUND}.")
    return int(value)
