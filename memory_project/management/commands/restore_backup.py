from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory_project.backups.archive import restore_backup
from memory_project.backups.database import BackupFailed
from memory_project.backups.drafts import OF_BUCKETS

KEYS = (
    "Its keys are in {folder}, secret.key and seal.key. Where SECRET_KEY_FILE and SEAL_KEY_FILE name other files, "
    "copy them there before the server starts."
)


class Command(BaseCommand):
    help = "Fill an empty database from a backup, erase again who was erased since, and verify the history."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", help="The folder of one backup, or its s3://bucket/folder.")
        parser.add_argument("--passphrase-file", type=Path, help="Restore the keys, too.")
        parser.add_argument("--erasures", type=Path, help="A newer erasures.jsonl than the backup's.")

    def handle(self, *args: Any, **options: Any) -> None:
        file = options["passphrase_file"]
        passphrase = file.read_text().strip() if file else ""
        try:
            erased = restore_backup(options["source"], passphrase=passphrase, erasures=options["erasures"])
        except (BackupFailed, OSError, *OF_BUCKETS) as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(f"Restored. {erased} people were erased after the backup, and are erased again.")
        if passphrase:
            self.stdout.write(KEYS.format(folder=settings.DATA_DIR))
        call_command("verify_history", complete_log=True, stdout=self.stdout)
