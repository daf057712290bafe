from datetime import datetime
from typing import Self
from uuid import UUID

from pydantic import AliasPath, Field, model_validator

from consent.models import Signal
from consent.policies import defaults as default_policy
from consent.policies import file as policy_file
from consent.policies import loading
from consent.policies.dry_run import dry_run
from consent.policies.file import InvalidPolicies, PolicyDocument, PolicyEntry
from consent.policies.loading import PolicySet
from interfaces.rest.authentication import may_manage
from interfaces.rest.operation import operation
from interfaces.rest.pagination import NEWEST, Page, PageQuery
from interfaces.rest.problems import Forbidden, Invalid
from interfaces.rest.schemas import Input, Output, UserId
from interfaces.rest.views import RestView

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


class DefaultPolicy(Output):
    """What applies where no policy does; `name` is the line's, which several fields share, `field` is category.key."""

    name: str
    field: str
    outcome: str


class PoliciesOut(PolicyDocument):
    """The workspace's policies in order, the same as YAML, and the defaults for everything else."""

    yaml: str
    defaults: list[DefaultPolicy]


class DifferenceOut(Output):
    """A past write that would be treated otherwise; `field` is what it was about, never its value."""

    at: datetime = Field(validation_alias=AliasPath("write", "at"))
    by: str = Field(validation_alias=AliasPath("write", "actor", "name"))
    field: str = Field(validation_alias=AliasPath("write", "field"))
    memory_id: UUID | None = Field(validation_alias=AliasPath("write", "memory_id"))
    before: str = Field(validation_alias=AliasPath("before", "outcome"))
    after: str = Field(validation_alias=AliasPath("after", "outcome"))
    reviewers_before: bool = Field(validation_alias=AliasPath("before", "reviewers"))
    reviewers_after: bool = Field(validation_alias=AliasPath("after", "reviewers"))
    chat_before: bool = Field(validation_alias=AliasPath("before", "chat"))
    chat_after: bool = Field(validation_alias=AliasPath("after", "chat"))


class DryRunOut(Output):
    """The outcomes of past writes under other policies; `before` and `after` count them.

    Of the questions (`consent`), `reviewers_` and `chat_` count those that reviewers may answer in the person's place,
    and those that the person may answer in a chat.
    """

    message: str
    looked_at: int
    before: dict[str, int] = Field(validation_alias=AliasPath("before", "outcomes"))
    after: dict[str, int] = Field(validation_alias=AliasPath("after", "outcomes"))
    reviewers_before: int = Field(validation_alias=AliasPath("before", "reviewers"))
    reviewers_after: int = Field(validation_alias=AliasPath("after", "reviewers"))
    chat_before: int = Field(validation_alias=AliasPath("before", "chat"))
    chat_after: int = Field(validation_alias=AliasPath("after", "chat"))
    differences: list[DifferenceOut]


class SignalOut(Output):
    """One piece of evidence for something that is not remembered yet."""

    id: UUID
    user_id: UserId
    field: str
    value: str
    evidence: str
    told_by: str = Field(validation_alias="actor_label")
    created_at: datetime


class SignalPage(Page[SignalOut]):
    pass


class Policies(RestView):
    """The rules for changes. Staff read them, owners and admins write them."""

    @operation("get_policies")
    def get(self) -> PoliciesOut:
        """The workspace's policies, and the defaults."""
        if self.principal.staff is None:
            raise Forbidden("Policies are read by the workspace's staff, with their login.")
        with self.scope():
            document = policy_file.current()
        return _policies_out(document)

    @operation("set_policies")
    def put(self, body: PoliciesIn) -> PoliciesOut:
        """Replace the workspace's policies."""
        _check_manages(self)
        document = _document(body)
        with self.scope():
            _rows(document)
            loading.load(document, actor=self.principal.staff or self.actor, now=self.now)
            document = policy_file.current()
        return _policies_out(document)


class DryRunPolicies(RestView):
    @operation("try_policies", is_read=True)
    def post(self, body: PoliciesIn) -> DryRunOut:
        """Try other policies on past writes."""
        _check_manages(self)
        document = _document(body)
        with self.scope():
            run = dry_run(_rows(document).policies, now=self.now)
        return DryRunOut.of(run)


class Signals(RestView):
    @operation("list_signals")
    def get(self, query: PageQuery) -> SignalPage:
        """List what waits for corroboration about oneself, newest first."""
        if self.actor.is_agent:
            raise Forbidden("Only the person sees what is not remembered yet.")
        with self.scope():
            rows = Signal.objects.visible_to(self.actor, now=self.now).filter(used_at__isnull=True)
            return NEWEST.page(rows, query, SignalPage)


def _check_manages(view: RestView) -> None:
    if view.actor.is_agent or not may_manage(view.principal):
        raise Forbidden("Only owners and admins of the workspace change its policies, with their login.")


def _document(body: PoliciesIn) -> PolicyDocument:
    if body.yaml is None:
        return PolicyDocument(policies=body.policies or [], aliases=body.aliases)
    try:
        return policy_file.parse(body.yaml)
    except InvalidPolicies as error:
        raise Invalid([{"field": "yaml", "code": "invalid", "detail": str(error)}]) from error


def _rows(document: PolicyDocument) -> PolicySet:
    try:
        return loading.rows_of(document)
    except InvalidPolicies as error:
        wrong = (error, *error.others)
        raise Invalid([{"field": "policies", "code": "invalid", "detail": str(each)} for each in wrong]) from error


def _policies_out(document: PolicyDocument) -> PoliciesOut:
    defaults = [
        DefaultPolicy(name=line.name, field=f"{line.address.category}.{line.address.key}", outcome=line.outcome)
        for line in default_policy.lines()
    ]
    return PoliciesOut(**document.model_dump(), yaml=policy_file.dump(document), defaults=defaults)
