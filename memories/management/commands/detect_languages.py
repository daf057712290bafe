from typing import Any

from django.core.management.base import BaseCommand

from memories.maintenance.detect_languages import detect_languages
from workspaces.models import Workspace


class Command(BaseCommand):
    help = "Find the languages of texts that were stored by a version that took all for English."

    def handle(self, *args: Any, **options: Any) -> None:
        changed = sum(detect_languages(workspace_id=one) for one in Workspace.objects.values_list("id", flat=True))
        self.stdout.write(f"{changed} texts are indexed in another language than English now.")
