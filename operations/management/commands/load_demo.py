import dataclasses
import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from operations.actions.load_demo import load_demo
from workspaces.models import Workspace


class Command(BaseCommand):
    help = "Create the demo workspace once; print its login and keys, which are kept in the data folder's demo.json."

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(settings.DATA_DIR) / "demo.json"
        facts = _known(path)
        if facts is None:
            facts = json.loads(json.dumps(dataclasses.asdict(load_demo(now=timezone.now())), default=str))
            facts["api_key"] = facts["api_keys"]["supervisor"]
            _write_private(path, json.dumps(facts, indent=2))
        self.stdout.write(json.dumps(facts))


def _known(path: Path) -> dict[str, Any] | None:
    """What an earlier run wrote, if its workspace is still in this database."""
    if not path.exists():
        return None
    facts: dict[str, Any] = json.loads(path.read_text())
    return facts if Workspace.objects.filter(id=facts["workspace_id"]).exists() else None


def _write_private(path: Path, text: str) -> None:
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)
    path.write_text(text)
