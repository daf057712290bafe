"""The latest things that happened to what is remembered about a person."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from interfaces.admin.memory_edit import with_login
from interfaces.admin.wording import actor_name, shortened
from memories.models import History, Memory
from memories.models.choices import Event
from workspaces.models import Person

MOST_EVENTS = 20


@dataclass(frozen=True, slots=True)
class Happening:
    """`text` is what the memory says today, empty where nothing is left of it."""

    at: datetime
    who: str
    what: str
    text: str
    memory_id: UUID | None


def happenings(person: Person) -> list[Happening]:
    """The latest first, in the entered scope. Without links: there are many, and the server draws most. An approval is
    told by what it changed.
    """
    rows = with_login(History.objects.filter(person_id=person.id).exclude(event=Event.LINK))
    latest = list(rows.order_by("-created_at", "-id")[:MOST_EVENTS])
    changed = {row.decision_id for row in latest if row.event != Event.CONSENT}
    shown = [row for row in latest if row.event != Event.CONSENT or row.decision_id not in changed]
    memories = Memory.objects.select_related("current").in_bulk([row.memory_id for row in shown if row.memory_id])
    return [_happening(row, memories.get(row.memory_id)) for row in shown]


def _happening(row: History, memory: Memory | None) -> Happening:
    login = getattr(row, "login", None) or ""
    what = f"{row.get_event_display()}: {row.meta['what']} {row.meta['done']}" if "what" in row.meta else ""
    return Happening(
        at=row.created_at,
        who=actor_name(row.actor_label, login),
        what=what or str(row.get_event_display()),
        text=shortened(memory.current.content) if memory and memory.current else "",
        memory_id=memory.id if memory else None,
    )
