"""Which rows of history tell who may read about a person."""

from uuid import UUID

from django.db.models import Q

from memories.models.choices import Event

# What decides who may read; that an agent is told of changes by a webhook, for one, gives it nothing more.
DECIDING = ("agent", "allowlist", "apikey", "exclusion", "grant", "invitation", "membership")
# Of these a row about nobody is about the login of somebody else, most often of staff.
OF_LOGINS = ("invitation", "membership")


def of_one(person_id: UUID | None) -> Q:
    return Q(person_id=person_id, event=Event.ACCESS, meta__what__in=DECIDING)


def of_everybody() -> Q:
    """What holds for all people of the workspace."""
    deciding = [what for what in DECIDING if what not in OF_LOGINS]
    return Q(person_id__isnull=True, event=Event.ACCESS, meta__what__in=deciding)
