"""What changed since a caller last looked, in a few lines for the top of a context (001 §1, R20)."""

from collections.abc import Sequence

from conversations.models import ChangeLog
from memories.importance import to_level
from memories.models.choices import Event

BULLETS = 3
MARKS = {
    Event.ADD: "+created",
    Event.UPDATE: "↑updated",
    Event.MERGE: "↔merged",
    Event.DELETE: "−deleted",
    Event.TTL: "−soft_deleted",
    Event.PURGE: "−deleted",
    Event.RESTORE: "↩restored",
}


def delta_header(changes: Sequence[ChangeLog], *, since: int) -> str:
    """At most three bullets, most important first, then how many more there are; empty when nothing changed."""
    if not changes:
        return ""
    ranked = sorted(changes, key=lambda change: (-change.importance, -change.rev))
    lines = [f"Memory updates since rev {since}:", *(_bullet(change) for change in ranked[:BULLETS])]
    if len(ranked) > BULLETS:
        lines.append(f"+ {len(ranked) - BULLETS} more")
    return "\n".join(lines)


def _bullet(change: ChangeLog) -> str:
    """001 names the importance of what is new only, and no category where several were merged."""
    mark = MARKS.get(Event(change.event), f"•{change.event.lower()}")
    if change.event == Event.MERGE:
        return f"- {mark}: {change.text}"
    label = change.category.replace("_", " ").title()
    importance = f" (imp={to_level(change.importance)})" if change.event == Event.ADD else ""
    return f"- {mark}: [{label}] {change.text}{importance}"
