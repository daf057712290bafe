"""Whether this version can take a database forward."""

from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db.migrations.loader import MigrationLoader

SHOWN = 3


def find_foreign_migrations(connection: Any) -> list[str]:
    """Return migrations of ours that the database has and this version does not know, as `app.name`."""
    ours = {app.label for app in apps.get_app_configs() if Path(app.path).parent == settings.BASE_DIR}
    loader = MigrationLoader(connection)
    unknown = loader.applied_migrations.keys() - loader.disk_migrations.keys()
    return sorted(f"{label}.{name}" for label, name in unknown if label in ours)


def explain(foreign: list[str]) -> tuple[str, str]:
    """Return what is wrong with a database that has them, and what to do."""
    named = ", ".join(foreign[:SHOWN]) + (f" and {len(foreign) - SHOWN} more" if len(foreign) > SHOWN else "")
    message = (
        f"Another version of the memory server made this database, one before 0.1.0 or a newer one: it has migrations "
        f"that this version does not know ({named}). Nothing was changed."
    )
    hint = (
        "Run the version that made it, or start with an empty data folder (--data-dir or DATA_DIR) or with an empty "
        "database (DATABASE_URL)."
    )
    return message, hint
