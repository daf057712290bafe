from datetime import datetime, timedelta
from uuid import UUID

from intelligence.models import Budget
from workspaces import scope

KEPT_DAYS = 90


def prune_budgets(*, workspace_id: UUID, now: datetime) -> int:
    """Drop the accounts of days that nobody asks about any more; returns how many rows."""
    with scope.enter(workspace_id):
        return Budget.objects.filter(day__lt=now.date() - timedelta(days=KEPT_DAYS)).delete()[0]
