from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from memories.sealing.log import SealLogMismatch
from memories.sealing.verification import complete_log, verify_history
from workspaces.models import Workspace


class Command(BaseCommand):
    help = "Prove that nobody tampered with the history, or name the first break; exit code 1 if there is one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--workspace", type=UUID, help="Its id; default: every workspace.")
        parser.add_argument(
            "--complete-log",
            action="store_true",
            help="First append what lost or cut seal files lack, where the database proves it.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = _chosen(options["workspace"])
        for workspace in chosen if options["complete_log"] else ():
            self._complete_log(workspace)
        broken = [workspace for workspace in chosen if not self._verify(workspace)]
        if broken:
            raise CommandError(f"The history of {len(broken)} workspace(s) does not hold.", returncode=1)

    def _complete_log(self, workspace: Workspace) -> None:
        try:
            added = complete_log(workspace_id=workspace.id, now=timezone.now())
        except SealLogMismatch as mismatch:
            raise CommandError(f"{workspace.name} ({workspace.id}): {mismatch} Nothing was changed.") from mismatch
        if added:
            self.stdout.write(
                f"{workspace.name} ({workspace.id}): {added} heads were written again from the database. "
                "Whether it once had later seals, only a copy of the lost file could tell."
            )

    def _verify(self, workspace: Workspace) -> bool:
        report = verify_history(workspace_id=workspace.id, now=timezone.now())
        if report.holds:
            result = f"holds: {report.seals} seals over {report.rows} rows, {report.pending} waiting"
        else:
            result = f"BROKEN at {report.first_break}"
        self.stdout.write(f"{workspace.name} ({workspace.id}) {result}")
        return report.holds


def _chosen(workspace_id: UUID | None) -> list[Workspace]:
    if workspace_id is None:
        return list(Workspace.objects.order_by("created_at"))
    workspace = Workspace.objects.filter(id=workspace_id).first()
    if workspace is None:
        raise CommandError("There is no such workspace.")
    return [workspace]
