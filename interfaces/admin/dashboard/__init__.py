"""The admin's first page: figures, charts and tables of the workspace."""

from datetime import datetime
from typing import Any

from interfaces.admin.dashboard import cards, charts, tables
from operations.monitoring.health import WorkerState
from workspaces.actors import Actor


def dashboard(*, actor: Actor, is_superuser: bool, worker: WorkerState, now: datetime) -> dict[str, Any]:
    """All panels of the scope's workspace, ready for the template; sizes of the whole database for superusers only."""
    return {
        "cards": cards.all_cards(worker=worker, now=now),
        "charts": charts.all_charts(actor=actor, now=now),
        "tables": tables.all_tables(is_superuser=is_superuser, now=now),
    }
