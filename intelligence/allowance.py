from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.conf import settings

from conversations.models import Turn
from intelligence.models import Budget, Kind
from workspaces import scope


def _writes_per_turn() -> int:
    return int(settings.WRITES_PER_TURN)


@dataclass
class Allowance:
    """The number of facts, statements and procedures that one turn may still write (001 §13, R38). Needs are always
    written, and count towards the allowance."""

    turn: Turn
    workspace_id: UUID
    now: datetime
    left: int = field(default_factory=_writes_per_turn)

    def take(self, wanted: int, *, needs: int = 0) -> int:
        """Count up to `wanted` writes for the turn and the person's day; returns how many may be made. The turn's
        own limit does not stop the first `needs` of them."""
        wanted, granted = min(wanted, max(self.left, needs)), 0
        if wanted:
            with scope.enter(self.workspace_id):
                while granted < wanted and self._take_one():
                    granted += 1
        self.left = max(0, self.left - granted)
        return granted

    def _take_one(self) -> bool:
        cap: int = settings.WRITES_PER_DAY
        return Budget.objects.take(Kind.WRITES, 1, now=self.now, cap=cap, person_id=self.turn.person_id)
