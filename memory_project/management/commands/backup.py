from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory_project.backups.archive import create_backup
from memory_project.backups.database import BackupFailed
from memory_project.backups.drafts import OF_BUCKETS, prune_backups


class Command(BaseCommand):
    help = "Write a backup: database, artifacts, seals and erasures; with a passphrase also the keys."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("target", nargs="?", help="A folder, or s3://bucket/folder; default BACKUP_DIR.")
        parser.add_argument("--keep", type=int, help="Delete all but the newest so many.")
        parser.add_argument(
            "--passphrase-file", type=Path, help="Add SECRET_KEY and SEAL_KEY, encrypted by what this file holds."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        target = options["target"] or settings.BACKUP_DIR
        if not target:
            raise CommandError("Name a folder, or set BACKUP_DIR.")
        file = options["passphrase_file"]
        try:
            self.stdout.write(create_backup(target, passphrase=file.read_text().strip() if file else ""))
            if options["keep"]:
                prune_backups(target, keep=options["keep"])
        except (BackupFailed, OSError, *OF_BUCKETS) as problem:
            raise CommandError(str(problem)) from problem
