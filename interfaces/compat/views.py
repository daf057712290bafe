"""Shared parts of the protocols: bodies with unknown fields, and people by their external names."""

from uuid import UUID

from django.db.models import Q
from pydantic import BaseModel, ConfigDict

from interfaces.rest.authentication import people_of
from interfaces.rest.identifiers import refuse_secrets
from interfaces.rest.users import add_person
from interfaces.rest.views import RestView
from workspaces.models import Person


class Known(BaseModel):
    """A body or query. Clients also send settings of their platform; unknown fields are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class CompatView(RestView):
    """Not in our OpenAPI description."""

    schema = None

    def people(self, names: set[str]) -> dict[str, UUID]:
        """Return those that the caller may read about, by their external id or ours. Runs in the scope."""
        own = {each: name for name in names if (each := as_uuid(name))}
        rows = people_of(self.principal, now=self.now).filter(Q(external_id__in=names) | Q(id__in=own))
        found = {own[person.id]: person.id for person in rows if person.id in own}
        return found | {person.external_id: person.id for person in rows if person.external_id in names}

    def names(self, person_ids: set[UUID]) -> dict[UUID, str]:
        """Return these people's external names. Runs in the scope."""
        rows = Person.objects.filter(id__in=person_ids).values_list("id", "external_id")
        return {person_id: external_id or str(person_id) for person_id, external_id in rows}

    def known_or_added(self, name: str) -> UUID:
        """Return the person of that name, added where the key may add people. Runs outside any scope; raises Invalid,
        Forbidden, Conflict."""
        with self.scope():
            known = self.people({name})
        if name in known:
            return known[name]
        refuse_secrets({"external_id": name})
        return add_person(self, name=name[:200], external_id=name)[0].id


def as_uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
