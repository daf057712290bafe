"""That somebody took a copy of all that is kept about a person."""

from datetime import datetime
from uuid import UUID

from memories.actions.record_history import record_about_person
from memories.models import History
from memories.models.choices import Event
from workspaces.actors import Actor


def record_export(*, person_id: UUID, rows: int, actor: Actor, now: datetime) -> History:
    """Append the row that says who exported how many rows about a person. In the entered scope."""
    return record_about_person(person_id=person_id, event=Event.EXPORT, meta={"rows": rows}, actor=actor, now=now)
