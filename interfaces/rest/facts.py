"""The facts about a person: listed, read, set, forgotten and restored by the address of their field."""

import json
from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AliasPath, BeforeValidator, Field, StrictBool, StrictFloat, StrictInt
from pydantic_core import PydanticCustomError
from rest_framework.response import Response

from consent.changes import ForgetMemory, RestoreMemory, SetFact
from interfaces.readable_values import expected_of
from interfaces.rest.authentication import people_of
from interfaces.rest.found_facts import (
    NO_VALUE,
    NOTHING_TO_RESTORE,
    FactView,
    all_values,
    current,
    find,
    forgotten,
    not_found,
    only,
    past_and_present,
)
from interfaces.rest.memories.schemas import Circumstances, RestoreRequest
from interfaces.rest.operation import operation
from interfaces.rest.outcomes import WRITTEN
from interfaces.rest.pagination import Order, Page, PageQuery
from interfaces.rest.parsing import parse
from interfaces.rest.problems import NO_PERSON, Invalid, NotFound
from interfaces.rest.schemas import AgentRole, AsOf, Importance, Input, Output, Unit
from interfaces.rest.views import RestView, answer, etag_of
from interfaces.rest.warnings import misspelt, unusual
from memories import limits
from memories.drafts import FactDraft, item_of
from memories.importance import to_level
from memories.models.choices import FACT_IMPORTANCE
from providers.schema import FactCategoryName
from providers.statements import is_multi_valued, resolve_address, with_relative
from workspaces.sensitivity import INTERNAL


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
            rows = current(self, user_id, query.as_of)
            rows = rows.filter(category=query.category) if query.category else rows
            return BY_START.page(rows, query, FactPage)


class OneFact(FactView):
    @operation("get_fact", answers={200: FactDetail})
    def get(self, user_id: UUID, category: str, key: str, query: FactOfThenQuery) -> Response:
        """Get a field's value."""
        facts = find(self, user_id, category, key, item=query.item, as_of=query.as_of)
        latest = facts[0]
        detail = FactDetail.of({**dict(FactOut.of(latest)), "values": [fact.value for fact in facts]})
        return answer(detail, headers={"ETag": etag_of(latest.memory.change_id)})

    @operation("set_fact", answers=WRITTEN)
    def put(self, user_id: UUID, category: str, key: str, body: FactValue, if_match: UUID | None) -> Response:
        """Give a field its value."""
        value = body.value if isinstance(body.value, str) else json.dumps(body.value)
        value = with_relative(key, value)
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
            fact = only(find(self, user_id, category, key, item=query.item))
        except NotFound:
            if not (gone := forgotten(self, user_id, category, key, item=query.item)):
                raise
            fact = only(gone)
        return self.submit(ForgetMemory(memory_id=fact.memory_id, expected_change_id=if_match, **query.values()))


def _refuse_number(key: str, value: object) -> None:
    """Raises Invalid for a number or a boolean where the field expects something else."""
    expected = None if isinstance(value, str) else expected_of(key, json.dumps(value))
    if expected:
        detail = f"The field '{key}' holds {expected.words}, such as '{expected.example}'."
        raise Invalid([{"field": "value", "code": "string_type", "detail": detail}])


class FactHistory(RestView):
    @operation("fact_history")
    def get(self, user_id: UUID, category: str, key: str, query: FactHistoryQuery) -> FactPage:
        """The values a field has had, latest first."""
        with self.scope():
            rows = past_and_present(self, user_id, category, key, item=query.item)
            page = BY_START.page(rows, query, FactPage)
        if not page.results and not query.cursor:
            raise not_found(self, user_id, category, key, NO_VALUE)
        return page


class RestoreFact(FactView):
    @operation("restore_fact", answers=WRITTEN)
    def post(  # noqa: PLR0917 -- by name
        self, user_id: UUID, category: str, key: str, query: FactQuery, body: RestoreRequest, if_match: UUID | None
    ) -> Response:
        """Bring back a forgotten field, or an earlier value of one."""
        facts = all_values(self, user_id, category, key, item=query.item)
        if not facts:
            raise not_found(self, user_id, category, key, NOTHING_TO_RESTORE)
        memory_id = only(facts).memory_id
        return self.submit(
            RestoreMemory(memory_id=memory_id, version=body.version, expected_change_id=if_match, **body.values())
        )
