import dataclasses
import json
import os
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from operations.importing.load_demo import load_demo
from workspaces.actions.create_workspace import NewWorkspace, create_workspace, free_username
from workspaces.models import Workspace


class Command(BaseCommand):
    help = "Create the demo workspace once; print its login and keys, which are kept in the data folder's demo.json."

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(settings.DATA_DIR) / "demo.json"
        facts = _known(path) or _create(path)
        if not facts["is_loaded"]:
            load_demo(_workspace(facts), now=timezone.now())
            facts["is_loaded"] = True
            _write_private(path, facts)
        self.stdout.write(json.dumps(facts))


def _known(path: Path) -> dict[str, Any] | None:
    """What an earlier run wrote, finished or not, if its workspace is still in this database."""
    if not path.exists():
        return None
    facts: dict[str, Any] = json.loads(path.read_text())
    return facts if Workspace.objects.filter(id=facts["workspace_id"]).exists() else None


def _create(path: Path) -> dict[str, Any]:
    """The workspace, its credentials written down before it is filled: a killed run is taken up again."""
    made = create_workspace(name="Demo", username=free_username("Ana"), person_name="Ana")
    facts: dict[str, Any] = json.loads(json.dumps(dataclasses.asdict(made), default=str))
    facts |= {"api_key": made.api_keys["supervisor"], "is_loaded": False}
    _write_private(path, facts)
    return facts


def _workspace(facts: dict[str, Any]) -> NewWorkspace:
    given = {field.name: facts[field.name] for field in dataclasses.fields(NewWorkspace)}
    return NewWorkspace(**given | {name: UUID(given[name]) for name in ("workspace_id", "user_id")})


def _write_private(path: Path, facts: dict[str, Any]) -> None:
    """Mode 0600 from the first byte on, and never half a file."""
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(facts, file, indent=2)
    draft.rename(path)
