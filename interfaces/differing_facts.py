"""The fields of a person whose values differ from the text of a request, and the values that such a text states."""

import re
from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from django.db.models import QuerySet

from consent.models import Proposal
from consent.models.proposal import GIVEN
from interfaces.competing_requests import SPOKEN_LANGUAGES, TEXTS, claim_of, head, key_of, stated_value
from interfaces.spelling import plain
from memories.models import Fact
from providers.statements import MULTI_VALUED_KEYS
from providers.statements.text.gazetteer import is_language


def value_for_field(proposal: Proposal) -> str:
    """Return the value that a request's sentence states of its field; empty where it states none by itself."""
    text = head(proposal.value_in_force)
    return stated_value(text, stated_in(text, proposal.claims))


def differing_fact(proposal: Proposal, person_id: UUID | None) -> Fact | None:
    """Return the person's field whose value still differs from an approved sentence; None where there is none.

    Runs in the entered scope.
    """
    if proposal.state not in GIVEN or proposal.change["type"] not in TEXTS:
        return None
    stated = {proposal.id: stated_in(proposal.value_in_force, proposal.claims)}
    return differing_facts(stated, person_id).get(proposal.id)


def stated_in(text: str, claims: Sequence[str]) -> str:
    """Return the only claim that a text states; empty where it names several values of the field: "speaks German and
    French"."""
    stated = claim_of(claims)
    if stated.partition("=")[0].partition(".")[2] not in SPOKEN_LANGUAGES:
        return stated
    named = {word for word in re.findall(r"[^\W\d_]+", plain(head(text))) if is_language(word)}
    return "" if len(named) > 1 else stated


def differing_facts(stated: Mapping[UUID, str], person_id: UUID | None) -> dict[UUID, Fact]:
    """Return, by the texts' ids, the person's fields with another value than each text states; `stated` may be empty.
    One query; runs in the entered scope."""
    fields = {one.partition("=")[0] for one in stated.values()} - {""}
    single = [field for field in fields if field.partition(".")[2] not in MULTI_VALUED_KEYS]
    found = {_address(fact): fact for fact in facts_of(person_id, single)}
    found_facts = {name: found.get(one.partition("=")[0]) for name, one in stated.items()}
    return {
        name: fact for name, fact in found_facts.items() if fact and key_of(_address(fact), fact.value) != stated[name]
    }


def _address(fact: Fact) -> str:
    return f"{fact.category}.{fact.key}"


def facts_of(person_id: UUID | None, fields: Iterable[str]) -> QuerySet[Fact]:
    """Select the present values of these fields; none without a person. Runs in the entered scope."""
    keys = [field.partition(".")[2] for field in fields]
    if person_id is None or not keys:
        return Fact.objects.none()
    return Fact.objects.active().filter(person_id=person_id, key__in=keys, item="")
