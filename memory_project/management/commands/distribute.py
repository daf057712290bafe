from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory_project.citus.distribute import NotDistributable, distribute


class Command(BaseCommand):
    help = "Spread the tables over the nodes of a Citus cluster, by workspace (docs/scale.md). May be run again."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            distribute(self.stdout.write)
        except NotDistributable as error:
            raise CommandError(str(error)) from error
