from datetime import datetime
from uuid import UUID

from conversations.access import check_may_write
from conversations.models import Session
from providers.redaction import redact
from workspaces import scope
from workspaces.actors import Actor
from workspaces.namespaces import default_thread

ID_CHARACTERS = 256


def open_session(
    *, person_id: UUID, actor: Actor, now: datetime, external_id: str = "", thread_id: str = ""
) -> tuple[Session, bool]:
    """Open a session with a person; with an `external_id` that was used before, return that one. The flag says if it
    is new.

    Without a thread the person's default thread is meant (R20); secret-like values in either id are redacted. Raises
    NotAllowed, UnknownPerson.
    """
    external_id, thread_id = redact(external_id).text[:ID_CHARACTERS], redact(thread_id).text[:ID_CHARACTERS]
    with scope.enter(actor.workspace_id):
        check_may_write(actor, person_id, now=now)
        values = {"person_id": person_id, "thread_id": thread_id or default_thread(person_id)}
        if not external_id:
            return Session.objects.create(**values), True
        return Session.objects.get_or_create(person_id=person_id, external_id=external_id, defaults=values)
