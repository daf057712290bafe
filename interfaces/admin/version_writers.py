"""Who wrote each version of a memory."""

from collections.abc import Iterable
from typing import Any

from interfaces.admin.actors import with_login
from memories.models import History

WRITER = "written_by"


def note_writers(steps: Iterable[Any]) -> None:
    """Note on the version of each step the entry of the history that made it. A query."""
    versions = {step.version.id: step.version for step in steps}
    rows = with_login(History.objects.filter(new_version_id__in=versions)).order_by("created_at")
    for row in rows if len(versions) > 1 else ():
        setattr(versions[row.new_version_id], WRITER, row)
