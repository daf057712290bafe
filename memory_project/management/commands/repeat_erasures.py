from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory_project.backups.archive import repeat_erasures


class Command(BaseCommand):
    help = "Erase again whom a restored database brought back: after a point-in-time recovery, before it serves."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("log", type=Path, help="The erasures.jsonl from SEAL_DIR, or the copy that you keep of it.")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["log"].exists():
            raise CommandError(f"There is no {options['log']}.")
        self.stdout.write(f"{repeat_erasures(options['log'])} people are erased again.")
