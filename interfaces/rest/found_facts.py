"""The values of a field at an address, as far as the caller may know of them."""

from dataclasses import replace
from datetime import datetime
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from consent.models import Proposal
from consent.outcomes import Refused
from consent.policies.aliases import address_of
from interfaces.rest.memories.views import check_category
from interfaces.rest.problem import Problem
from interfaces.rest.problems import Conflict, NotFound
from interfaces.rest.views import RestView
from memories.drafts import item_of
from memories.models import Fact, Memory
from memories.models.choices import FACT_ALLOWLIST_CATEGORY, LifecycleState
from providers.statements import Address
from retrieval.as_of import facts_at
from workspaces.actors import Actor

NO_VALUE = (
    "No value of the field '{field}' is remembered about this person, or none that you may read. "
    "It may be forgotten already: POST /users/{{user_id}}/facts/{{category}}/{{key}}/restore brings it back. "
    "GET /users/{{user_id}}/facts lists the fields that have a value."
)
WAITING = (
    "No value of the field '{field}' is remembered about this person yet: a change of it waits. "
    "GET /proposals?user_id=&state=pending lists what waits."
)
NOTHING_TO_RESTORE = (
    "The field '{field}' of this person never had a value, or none that you may bring back. "
    "GET /users/{{user_id}}/facts lists the fields that have one."
)
FILED = (
    "The memory of a field counts under 'preferences' if the field is a preference, else under 'profile', whatever "
    "category its address names."
)


def all_values(view: RestView, user_id: UUID, category: str, key: str, *, item: str) -> list[Fact]:
    """Return the latest value of each memory that holds or held the field, forgotten ones included."""
    with view.scope():
        memories = Memory.objects.authorized_for(view.actor, now=view.now)
        authorized = Fact.objects.filter(memory__in=memories).select_related("memory")
        rows = _first_of_address(_at(authorized, user_id, _addresses(view, category, key), item))
        return list(rows.order_by("memory_id", "-valid_from").distinct("memory_id"))


def forgotten(view: RestView, user_id: UUID, category: str, key: str, *, item: str) -> list[Fact]:
    """Return the forgotten ones of `all_values`."""
    facts = all_values(view, user_id, category, key, item=item)
    return [fact for fact in facts if fact.memory.state == LifecycleState.SOFT_DELETED]


def _remembered(view: RestView) -> QuerySet[Fact]:
    """Select all values, also past ones, of fields that the actor may read and that are not forgotten."""
    memories = Memory.objects.visible_to(view.actor, now=view.now)
    return Fact.objects.filter(memory__in=memories).select_related("memory")


def past_and_present(view: RestView, user_id: UUID, category: str, key: str, *, item: str) -> QuerySet[Fact]:
    """Select the values that a field has had, unless forgotten."""
    return _at(_remembered(view), user_id, _addresses(view, category, key), item)


def current(view: RestView, user_id: UUID, as_of: datetime | None = None) -> QuerySet[Fact]:
    """Select the present values, or those of an earlier time."""
    if as_of is not None:
        return facts_at(as_of, actor=view.actor, now=view.now).filter(person_id=user_id)
    return _remembered(view).filter(person_id=user_id, valid_to__isnull=True)


def _addresses(view: RestView, category: str, key: str) -> list[Address]:
    """Return where a field of that name may be filed: a preferred language has two places, one for programming (R14).

    Raises CategoryNotAllowed, InvalidKey, InvalidCategory.
    """
    addresses = list(dict.fromkeys(address_of(category, key, value) for value in ("", "python")))
    check_filed(view.actor, addresses[0].category)
    return addresses


def _at(rows: QuerySet[Fact], user_id: UUID, addresses: list[Address], item: str) -> QuerySet[Fact]:
    rows = rows.filter(
        person_id=user_id,
        category__in=[address.category for address in addresses],
        key__in=[address.key for address in addresses],
    )
    return rows.filter(item=item_of(item)) if item else rows


def _first_of_address(rows: QuerySet[Fact]) -> QuerySet[Fact]:
    """Leave out separate memories at an address whose first memory the reader sees, too."""
    first = rows.filter(category=OuterRef("category"), key=OuterRef("key"), item=OuterRef("item"))
    return rows.filter(~Exists(first.filter(memory__apart__lt=OuterRef("memory__apart"))))


def find(
    view: RestView, user_id: UUID, category: str, key: str, *, item: str, as_of: datetime | None = None
) -> list[Fact]:
    """Return the present values, or those of an earlier time, latest first. Raises NotFound."""
    with view.scope():
        rows = _at(current(view, user_id, as_of), user_id, _addresses(view, category, key), item)
        facts = list(_first_of_address(rows).order_by("-valid_from", "-id"))
    if not facts:
        raise not_found(view, user_id, category, key, NO_VALUE)
    return facts


def not_found(view: RestView, user_id: UUID, category: str, key: str, text: str) -> NotFound:
    """Return NotFound with `text`, unless the caller may know of a pending change of the field."""
    names = {f"{one.category}.{one.key}" for one in _addresses(view, category, key)}
    is_of_field = reduce(or_, (Q(field=name) | Q(field__startswith=f"{name}:") for name in names))
    with view.scope():
        proposals = Proposal.objects.visible_to(view.actor, now=view.now).pending()
        if view.actor.is_agent:
            proposals = proposals.filter(agent_id=view.actor.id)
        is_pending = proposals.filter(is_of_field, person_id=user_id).exists()
    return NotFound((WAITING if is_pending else text).format(field=f"{category}.{key}"))


def only(facts: list[Fact]) -> Fact:
    """Return the only fact. Raises Conflict where there are several."""
    if len(facts) > 1:
        items = sorted(fact.item or fact.key for fact in facts)
        raise Conflict("This field holds several values; name one with ?item=.", items=items)
    return facts[0]


def check_filed(actor: Actor, category: str) -> None:
    """Run `check_category` for the category of a fact's memory. Raises CategoryNotAllowed."""
    check_category(actor, FACT_ALLOWLIST_CATEGORY[category], FILED)


class FactView(RestView):
    """An endpoint of a field, whose memory counts under a category of its own."""

    def refusal_of(self, refused: Refused, *, field: str) -> Problem:
        """Explain the category, which the address need not contain."""
        refusal = replace(refused, detail=f"{refused.detail} {FILED}") if refused.category else refused
        return super().refusal_of(refusal, field=field)
