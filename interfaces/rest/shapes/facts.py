import json
from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, Field, StrictBool, StrictFloat, StrictInt

from interfaces.rest.pagination import Page, PageQuery
from interfaces.rest.parsing import AgentRole, Importance, Input, Unit
from interfaces.rest.shapes.memories import Circumstances
from memories import limits
from memories.importance import to_level
from memories.models import Fact
from memories.models.choices import FACT_IMPORTANCE
from providers.schema import FactCategoryName
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
