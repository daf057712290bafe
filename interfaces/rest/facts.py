import json
from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.db.models import QuerySet
from pydantic import BaseModel, Field, StrictBool, StrictFloat, StrictInt
from rest_framework.request import Request
from rest_framework.response import Response

from consent import gate
from consent.changes import ForgetMemory, RestoreMemory, SetFact
from consent.policies.aliases import address_of
from interfaces.rest.authentication import people_of
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.memories.schemas import Circumstances, RestoreRequest
from interfaces.rest.memories.views import check_category
from interfaces.rest.outcomes import WriteResult, respond
from interfaces.rest.pagination import Order, Page, PageQuery
from interfaces.rest.parsing import AgentRole, Importance, Input, Unit, parse
from interfaces.rest.problems import Conflict, NotFound
from interfaces.rest.views import IF_MATCH, RestView, answer, etag_of, expected_change
from memories import limits
from memories.drafts import FactDraft, item_of
from memories.importance import to_level
from memories.models import Fact, Memory
from memories.models.choices import FACT_ALLOWLIST_CATEGORY, FACT_IMPORTANCE
from providers.schema import FactCategoryName
from providers.statements import Address, is_multi_valued, resolve_address
from workspaces.sensitivity import INTERNAL


class FactValue(Input):
    """A field's value (002). A number or boolean is kept as its JSON text."""

    value: Annotated[str, Field(pattern=r"\S")] | StrictInt | StrictFloat | StrictBool
    confidence: Unit = 1.0
    importance: Importance = FACT_IMPORTANCE
    sensitivity: str = Field(default=INTERNAL, min_length=1, max_length=limits.SENSITIVITY_CHARACTERS)
    reason: str = Field(default="", max_length=limits.REASON_CHARACTERS, description="Shown to the person who decides.")
    evidence_turn_id: UUID | None = Field(default=None, description="The turn that this was learnt from.")
    source_event_id: str = Field(default="", max_length=256)
    thread_id: str = Field(default="", max_length=256)
    session_id: UUID | None = None
    agent: AgentRole


def as_text(value: str | float | bool) -> str:
    return value if isinstance(value, str) else json.dumps(value)


class FactListQuery(PageQuery):
    category: FactCategoryName | None = None


Item = Annotated[
    str,
    Field(
        default="", max_length=256, description="Which value of a field that holds several, e.g. one of the allergies."
    ),
]


class FactQuery(Input):
    item: Item


class ForgetFactQuery(Circumstances):
    item: Item


class FactHistoryQuery(PageQuery):
    item: Item


class FactOut(BaseModel):
    """One value of a field.

    `valid_to` is null while it holds; `values` are all that hold, where a field holds several.
    """

    user_id: UUID
    category: str
    key: str
    item: str
    value: str
    confidence: float
    importance: float
    importance_level: int
    sensitivity: str
    validation_status: str
    trust: str
    memory_id: UUID
    valid_from: datetime
    valid_to: datetime | None


class FactDetail(FactOut):
    values: list[str]


class FactPage(Page[FactOut]):
    pass


def fact_out(fact: Fact) -> FactOut:
    """Needs `memory` fetched along."""
    copied = ("category", "key", "item", "value", "confidence", "importance", "memory_id", "valid_from", "valid_to")
    return FactOut(
        **{name: getattr(fact, name) for name in copied},
        user_id=fact.person_id,
        importance_level=to_level(fact.importance),
        sensitivity=fact.memory.sensitivity,
        validation_status=fact.memory.validation_status,
        trust=fact.memory.trust,
    )


TAG = "facts"
BY_START = Order("valid_from")


class Facts(RestView):
    @documented(
        "List what holds about a person, latest first",
        operation="list_facts",
        tag=TAG,
        query=FactListQuery,
        answers={200: FactPage},
    )
    def get(self, request: Request, user_id: UUID) -> Response:
        query = self.query(FactListQuery)
        with self.scope():
            if not people_of(self.principal, now=self.now).filter(id=user_id).exists():
                raise NotFound
            rows = _standing(self, user_id)
            rows = rows.filter(category=query.category) if query.category else rows
            found, following = BY_START.slice(rows, query)
        return answer(FactPage(results=[fact_out(row) for row in found], next_cursor=following))


class OneFact(RestView):
    @documented("Get a field's value", operation="get_fact", tag=TAG, query=FactQuery, answers={200: FactDetail})
    def get(self, request: Request, user_id: UUID, category: str, key: str) -> Response:
        facts = _find(self, user_id, category, key, item=self.query(FactQuery).item)
        latest = facts[0]
        detail = FactDetail(**fact_out(latest).model_dump(), values=[fact.value for fact in facts])
        return answer(detail, headers={"ETag": etag_of(latest.memory.change_id)})

    @documented(
        "Give a field its value",
        operation="set_fact",
        tag=TAG,
        body=FactValue,
        answers={200: WriteResult, 202: WriteResult},
        takes=(HEADER, IF_MATCH),
    )
    @idempotent
    def put(self, request: Request, user_id: UUID, category: str, key: str) -> Response:
        body = self.body(FactValue)
        value = as_text(body.value)
        address = resolve_address(category, key, value)
        draft = {
            **body.model_dump(exclude={"agent"}),
            **address._asdict(),
            "person_id": user_id,
            "value": value,
            "item": item_of(value) if is_multi_valued(address.key) else "",
        }
        change = SetFact(draft=parse(FactDraft, draft), expected_change_id=expected_change(request))
        return respond(request, gate.submit(change, actor=self.actor, now=self.now), field="value")

    @documented(
        "Forget a field's value",
        operation="forget_fact",
        tag=TAG,
        query=ForgetFactQuery,
        answers={200: WriteResult, 202: WriteResult},
        takes=(HEADER, IF_MATCH),
    )
    @idempotent
    def delete(self, request: Request, user_id: UUID, category: str, key: str) -> Response:
        query = self.query(ForgetFactQuery)
        fact = _only(_find(self, user_id, category, key, item=query.item))
        change = ForgetMemory(memory_id=fact.memory_id, expected_change_id=expected_change(request), **query.told())
        return respond(request, gate.submit(change, actor=self.actor, now=self.now))


class FactHistory(RestView):
    @documented(
        "The values a field has had, latest first",
        operation="fact_history",
        tag=TAG,
        query=FactHistoryQuery,
        answers={200: FactPage},
    )
    def get(self, request: Request, user_id: UUID, category: str, key: str) -> Response:
        query = self.query(FactHistoryQuery)
        with self.scope():
            rows = _at(_remembered(self), user_id, _addresses(self, category, key), query.item)
            found, following = BY_START.slice(rows, query)
        if not found and not query.cursor:
            raise NotFound
        return answer(FactPage(results=[fact_out(row) for row in found], next_cursor=following))


class RestoreFact(RestView):
    @documented(
        "Bring back a forgotten field, or an earlier value of one",
        operation="restore_fact",
        tag=TAG,
        query=FactQuery,
        body=RestoreRequest,
        answers={200: WriteResult, 202: WriteResult},
        takes=(HEADER, IF_MATCH),
    )
    @idempotent
    def post(self, request: Request, user_id: UUID, category: str, key: str) -> Response:
        body = self.body(RestoreRequest)
        item = self.query(FactQuery).item
        with self.scope():
            authorized = Fact.objects.filter(
                memory__in=Memory.objects.authorized_for(self.actor, now=self.now)
            ).select_related("memory")
            rows = _at(authorized, user_id, _addresses(self, category, key), item)
            facts = list(rows.order_by("memory_id", "-valid_from").distinct("memory_id"))
        change = RestoreMemory(
            memory_id=_only(facts).memory_id,
            version=body.version,
            expected_change_id=expected_change(request),
            **body.told(),
        )
        return respond(request, gate.submit(change, actor=self.actor, now=self.now))


def _remembered(view: RestView) -> QuerySet[Fact]:
    """All values, past ones too, of fields that the actor may read and that are not forgotten."""
    memories = Memory.objects.visible_to(view.actor, now=view.now)
    return Fact.objects.filter(memory__in=memories).select_related("memory")


def _standing(view: RestView, user_id: UUID) -> QuerySet[Fact]:
    return _remembered(view).filter(person_id=user_id, valid_to__isnull=True)


def _addresses(view: RestView, category: str, key: str) -> list[Address]:
    """Where a field of that name may be filed: R14 files a preferred language that is a programming language
    apart.

    Raises CategoryNotAllowed, InvalidKey, InvalidCategory.
    """
    addresses = list(dict.fromkeys(address_of(category, key, value) for value in ("", "python")))
    check_category(view.actor, FACT_ALLOWLIST_CATEGORY[addresses[0].category])
    return addresses


def _at(rows: QuerySet[Fact], user_id: UUID, addresses: list[Address], item: str) -> QuerySet[Fact]:
    rows = rows.filter(
        person_id=user_id,
        category__in=[address.category for address in addresses],
        key__in=[address.key for address in addresses],
    )
    return rows.filter(item=item_of(item)) if item else rows


def _find(view: RestView, user_id: UUID, category: str, key: str, *, item: str) -> list[Fact]:
    """The values that hold, latest first. Raises NotFound."""
    with view.scope():
        rows = _at(_standing(view, user_id), user_id, _addresses(view, category, key), item)
        facts = list(rows.order_by("-valid_from", "-id"))
    if not facts:
        raise NotFound
    return facts


def _only(facts: list[Fact]) -> Fact:
    if not facts:
        raise NotFound
    if len(facts) > 1:
        items = sorted(fact.item or fact.key for fact in facts)
        raise Conflict("This field holds several values; name one with ?item=.", items=items)
    return facts[0]
