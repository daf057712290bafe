from datetime import datetime
from typing import Self
from uuid import UUID

from pydantic import BaseModel, Field, model_validator

from consent.dry_run import Difference, DryRun
from consent.policy_file import PolicyDocument, PolicyEntry
from interfaces.rest.pagination import Page
from interfaces.rest.parsing import Input

YAML_CHARACTERS = 200_000


class PoliciesIn(Input):
    """The whole set: as `yaml`, or as `policies` in order with `aliases`."""

    yaml: str | None = Field(default=None, max_length=YAML_CHARACTERS)
    policies: list[PolicyEntry] | None = Field(default=None, max_length=500)
    aliases: dict[str, str] = Field(default={}, max_length=500)

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.yaml is None) == (self.policies is None) or (self.yaml is not None and self.aliases):
            raise ValueError("Send either yaml, or policies with aliases.")
        return self


class DefaultPolicy(BaseModel):
    """What rules where no policy does; `field` is category.key."""

    field: str
    outcome: str


class PoliciesOut(PolicyDocument):
    """The workspace's policies in their order, the same as YAML, and the defaults beneath them."""

    yaml: str
    defaults: list[DefaultPolicy]


class DifferenceOut(BaseModel):
    """A past write that would be treated otherwise; `field` is what it was about, never its value."""

    at: datetime
    by: str
    field: str
    memory_id: UUID | None
    before: str
    after: str

    @classmethod
    def of(cls, each: Difference) -> Self:
        write = each.write
        return cls(
            at=write.at,
            by=write.actor.name,
            field=write.field,
            memory_id=write.memory_id,
            before=each.before,
            after=each.after,
        )


class DryRunOut(BaseModel):
    """What would have become of past writes; `before` and `after` count them by outcome."""

    message: str
    looked_at: int
    before: dict[str, int]
    after: dict[str, int]
    differences: list[DifferenceOut]

    @classmethod
    def of(cls, run: DryRun) -> Self:
        return cls(
            message=run.told,
            looked_at=run.looked_at,
            before=dict(run.before),
            after=dict(run.after),
            differences=[DifferenceOut.of(each) for each in run.differences],
        )


class SignalOut(BaseModel):
    """One piece of evidence for something that is not remembered yet."""

    id: UUID
    user_id: UUID | None
    field: str
    value: str
    evidence: str
    told_by: str
    created_at: datetime


class SignalPage(Page[SignalOut]):
    pass
