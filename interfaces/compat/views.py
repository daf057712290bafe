"""Shared parts of the protocols: bodies with unknown fields, and people by their external names."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q
from pydantic import BaseModel, ConfigDict

from consent.outcomes import Outcome, Refused
from interfaces.rest.authentication import people_of
from interfaces.rest.identifiers import refuse_secrets
from interfaces.rest.outcomes import WriteResult, write_result
from interfaces.rest.users import add_person
from interfaces.rest.views import RestView
from interfaces.rest.warnings import warnings_for
from workspaces.models import Person

WITHHELD = "Remembered, but for sentences that wait for the person's consent."


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

    def results_of(self, outcomes: Sequence[Outcome]) -> list[WriteResult | Refused]:
        """Return what became of each write. The protocols have no field for warnings: the message says them, each with
        the step that it asks for."""
        warnings = warnings_for([(outcome, "") for outcome in outcomes], actor=self.actor, now=self.now)
        results: list[WriteResult | Refused] = []
        for outcome, cautions in zip(outcomes, warnings, strict=True):
            if isinstance(outcome, Refused):
                results.append(outcome)
                continue
            result = write_result(self.request, outcome)
            text = WITHHELD if result.held_back else result.message
            result.message = " ".join([text, *(f"{each.text} {each.next_step}" for each in cautions)])
            results.append(result)
        return results

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
