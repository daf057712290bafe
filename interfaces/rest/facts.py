import json
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Annotated
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from pydantic import AliasPath, BeforeValidator, Field, StrictBool, StrictFloat, StrictInt
from pydantic_core import PydanticCustomError
from rest_framework.response import Response

from consent.changes import ForgetMemory, RestoreMemory, SetFact
from consent.models import Proposal
from consent.policies.aliases import address_of
from interfaces.readable_values import expected_of
from interfaces.rest.authentication import people_of
from interfaces.rest.fact_category import FactView, check_filed
from interfaces.rest.memories.schemas import Circumstances, RestoreRequest
from interfaces.rest.outcomes import WRITTEN
from interfaces.rest.pagination import Order, Page, PageQuery
from interfaces.rest.parsing import parse
from interfaces.rest.problems import NO_PERSON, Conflict, Invalid, NotFound
from interfaces.rest.schemas import AgentRole, AsOf, Importance, Input, Output, Unit
from interfaces.rest.views import RestView, answer, etag_of, operation
from interfaces.rest.warnings import misspelt, unusual
from memories import limits
from memories.drafts import FactDraft, item_of
from memories.importance import to_level
from memories.models import Fact, Memory
from memories.models.choices import FACT_IMPORTANCE, LifecycleState
from providers.schema import FactCategoryName
from providers.statements import Address, is_multi_valued, resolve_address
from retrieval.past import facts_at
from workspaces.sensitivity import INTERNAL

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


def _one_value(value: object) -> object:
    if isinstance(value, list):
        raise PydanticCustomError("string_type", "Input should be one value: of a field with several, PUT each alone.")
    return value


class FactValue(Input):
    """A field's value. A number or boolean is stored as its JSON text."""

    value: Annotated[
        Annotated[str, Field(pattern=r"\S")] | StrictInt | StrictFloat | StrictBool, BeforeValidator(_one_value)
    ]
    confidence: Unit = 1.0
    importance: Importance = FACT_IMPORTANCE
    sensitivity: str = Field(default=INTERNAL, min_length=1, max_length=limits.SENSITIVITY_CHARACTERS)
    reason: str = Field(default="", max_length=limits.REASON_CHARACTERS, description="Shown to the person who decides.")
    evidence_turn_id: UUID | None = Field(default=None, description="The turn that this was learned from.")
    source_event_id: str = Field(default="", max_length=256)
    thread_id: str = Field(default="", max_length=256)
    session_id: UUID | None = None
    agent: AgentRole


class FactListQuery(PageQuery):
    category: FactCategoryName | None = None
    as_of: AsOf


Item = Annotated[
    str,
    Field(
        default="", max_length=256, description="Which value of a field that holds several, e.g. one of the allergies."
    ),
]


class FactQuery(Input):
    item: Item


class FactOfThenQuery(FactQuery):
    as_of: AsOf


class ForgetFactQuery(Circumstances):
    item: Item


class FactHistoryQuery(PageQuery):
    item: Item


class FactOut(Output):
    """One value of a field.

    `valid_to` is null while it is current; `values` are all current ones, of a field with several.
    """

    user_id: UUID = Field(validation_alias="person_id")
    category: str
    memory_category: str = Field(validation_alias=AliasPath("memory", "category"))
    key: str
    item: str
    value: str
    confidence: float
    importance: float
    importance_level: Annotated[int, BeforeValidator(to_level)] = Field(validation_alias="importance")
    sensitivity: str = Field(validation_alias=AliasPath("memory", "sensitivity"))
    validation_status: str = Field(validation_alias=AliasPath("memory", "validation_status"))
    trust: str = Field(validation_alias=AliasPath("memory", "trust"))
    memory_id: UUID
    valid_from: datetime
    valid_to: datetime | None


class FactDetail(FactOut):
    values: list[str]


class FactPage(Page[FactOut]):
    pass


BY_START = Order("valid_from")


class Facts(RestView):
    @operation("list_facts")
    def get(self, user_id: UUID, query: FactListQuery) -> FactPage:
        """List the facts about a person, latest first."""
        with self.scope():
            if not people_of(self.principal, now=self.now).filter(id=user_id).exists():
                raise NotFound(NO_PERSON)
            rows = _current(self, user_id, query.as_of)
            rows = rows.filter(category=query.category) if query.category else rows
            return BY_START.page(rows, query, FactPage)


class OneFact(FactView):
    @operation("get_fact", answers={200: FactDetail})
    def get(self, user_id: UUID, category: str, key: str, query: FactOfThenQuery) -> Response:
        """Get a field's value."""
        facts = _find(self, user_id, category, key, item=query.item, as_of=query.as_of)
        latest = facts[0]
        detail = FactDetail.of({**dict(FactOut.of(latest)), "values": [fact.value for fact in facts]})
        return answer(detail, headers={"ETag": etag_of(latest.memory.change_id)})

    @operation("set_fact", answers=WRITTEN)
    def put(self, user_id: UUID, category: str, key: str, body: FactValue, if_match: UUID | None) -> Response:
        """Give a field its value."""
        value = body.value if isinstance(body.value, str) else json.dumps(body.value)
        address = resolve_address(category, key, value)
        _refuse_number(address.key, body.value)
        draft = {
            **body.model_dump(exclude={"agent"}),
            **address._asdict(),
            "person_id": user_id,
            "value": value,
            "item": item_of(value) if is_multi_valued(address.key) else "",
        }
        change = SetFact(draft=parse(FactDraft, draft), expected_change_id=if_match)
        cautions = [*misspelt(change.draft, self.actor), *unusual(change.draft)]
        return self.submit(change, field="value", cautions=cautions)

    @operation("forget_fact", answers=WRITTEN)
    def delete(self, user_id: UUID, category: str, key: str, query: ForgetFactQuery, if_match: UUID | None) -> Response:
        """Forget a field's value."""
        try:
            fact = _only(_find(self, user_id, category, key, item=query.item))
        except NotFound:
            if not (forgotten := _forgotten(self, user_id, category, key, item=query.item)):
                raise
            fact = _only(forgotten)
        return self.submit(ForgetMemory(memory_id=fact.memory_id, expected_change_id=if_match, **query.values()))


def _refuse_number(key: str, value: object) -> None:
    """Raises Invalid for a number or a boolean where the field holds something else."""
    expected = None if isinstance(value, str) else expected_of(key, json.dumps(value))
    if expected:
        detail = f"The field '{key}' holds {expected.words}, such as '{expected.example}'."
        raise Invalid([{"field": "value", "code": "string_type", "detail": detail}])


class FactHistory(RestView):
    @operation("fact_history")
    def get(self, user_id: UUID, category: str, key: str, query: FactHistoryQuery) -> FactPage:
        """The values a field has had, latest first."""
        with self.scope():
            rows = _at(_remembered(self), user_id, _addresses(self, category, key), query.item)
            page = BY_START.page(rows, query, FactPage)
        if not page.results and not query.cursor:
            raise _not_found(self, user_id, category, key, NO_VALUE)
        return page


class RestoreFact(FactView):
    @operation("restore_fact", answers=WRITTEN)
    def post(  # noqa: PLR0917 -- by name
        self, user_id: UUID, category: str, key: str, query: FactQuery, body: RestoreRequest, if_match: UUID | None
    ) -> Response:
        """Bring back a forgotten field, or an earlier value of one."""
        facts = _ever(self, user_id, category, key, item=query.item)
        if not facts:
            raise _not_found(self, user_id, category, key, NOTHING_TO_RESTORE)
        memory_id = _only(facts).memory_id
        return self.submit(
            RestoreMemory(memory_id=memory_id, version=body.version, expected_change_id=if_match, **body.values())
        )


def _ever(view: RestView, user_id: UUID, category: str, key: str, *, item: str) -> list[Fact]:
    """The latest value of each memory that holds the field or held it, forgotten ones too."""
    with view.scope():
        memories = Memory.objects.authorized_for(view.actor, now=view.now)
        authorized = Fact.objects.filter(memory__in=memories).select_related("memory")
        rows = _first_of_address(_at(authorized, user_id, _addresses(view, category, key), item))
        return list(rows.order_by("memory_id", "-valid_from").distinct("memory_id"))


def _forgotten(view: RestView, user_id: UUID, category: str, key: str, *, item: str) -> list[Fact]:
    facts = _ever(view, user_id, category, key, item=item)
    return [fact for fact in facts if fact.memory.state == LifecycleState.SOFT_DELETED]


def _remembered(view: RestView) -> QuerySet[Fact]:
    """All values, past ones too, of fields that the actor may read and that are not forgotten."""
    memories = Memory.objects.visible_to(view.actor, now=view.now)
    return Fact.objects.filter(memory__in=memories).select_related("memory")


def _current(view: RestView, user_id: UUID, as_of: datetime | None = None) -> QuerySet[Fact]:
    """The values of now, or those of then."""
    if as_of is not None:
        return facts_at(as_of, actor=view.actor, now=view.now).filter(person_id=user_id)
    return _remembered(view).filter(person_id=user_id, valid_to__isnull=True)


def _addresses(view: RestView, category: str, key: str) -> list[Address]:
    """Where a field of that name may be filed: a preferred language has two places, one for programming (R14).

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
    """Without what stands apart at an address of which its reader sees the first memory too."""
    first = rows.filter(category=OuterRef("category"), key=OuterRef("key"), item=OuterRef("item"))
    return rows.filter(~Exists(first.filter(memory__apart__lt=OuterRef("memory__apart"))))


def _find(
    view: RestView, user_id: UUID, category: str, key: str, *, item: str, as_of: datetime | None = None
) -> list[Fact]:
    """The values of now, or those of then, latest first. Raises NotFound."""
    with view.scope():
        rows = _at(_current(view, user_id, as_of), user_id, _addresses(view, category, key), item)
        facts = list(_first_of_address(rows).order_by("-valid_from", "-id"))
    if not facts:
        raise _not_found(view, user_id, category, key, NO_VALUE)
    return facts


def _not_found(view: RestView, user_id: UUID, category: str, key: str, text: str) -> NotFound:
    """`text`, unless the caller may know of a change of the field that waits."""
    names = {f"{one.category}.{one.key}" for one in _addresses(view, category, key)}
    is_of_field = reduce(or_, (Q(field=name) | Q(field__startswith=f"{name}:") for name in names))
    with view.scope():
        proposals = Proposal.objects.visible_to(view.actor, now=view.now).pending()
        if view.actor.is_agent:
            proposals = proposals.filter(agent_id=view.actor.id)
        waits = proposals.filter(is_of_field, person_id=user_id).exists()
    return NotFound((WAITING if waits else text).format(field=f"{category}.{key}"))


def _only(facts: list[Fact]) -> Fact:
    if len(facts) > 1:
        items = sorted(fact.item or fact.key for fact in facts)
        raise Conflict("This field holds several values; name one with ?item=.", items=items)
    return facts[0]
