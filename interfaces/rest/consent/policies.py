from datetime import datetime
from typing import Self
from uuid import UUID

from pydantic import BaseModel, Field, model_validator
from rest_framework.request import Request
from rest_framework.response import Response

from consent.models import Signal
from consent.policies import file as policy_file
from consent.policies.dry_run import Difference, DryRun, dry_run
from consent.policies.file import InvalidPolicies, PolicyDocument, PolicyEntry, PolicySet
from consent.policies.rules import CORROBORATED
from interfaces.rest.authentication import may_manage
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.pagination import NEWEST, Page, PageQuery
from interfaces.rest.parsing import Input
from interfaces.rest.problems import Forbidden, Invalid
from interfaces.rest.views import RestView, answer
from providers.statements import SENSITIVE_KEYS

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


TAG = "consent"


class Policies(RestView):
    """What the workspace asks of changes. Read by its staff, written by owners and admins."""

    @documented(
        "The workspace's policies, and the defaults", operation="get_policies", tag=TAG, answers={200: PoliciesOut}
    )
    def get(self, request: Request) -> Response:
        if self.principal.staff is None:
            raise Forbidden("Policies are read by the workspace's staff, with their login.")
        with self.scope():
            document = policy_file.current()
        return answer(_policies_out(document))

    @documented(
        "Replace the workspace's policies",
        operation="set_policies",
        tag=TAG,
        body=PoliciesIn,
        answers={200: PoliciesOut},
        takes=(HEADER,),
    )
    @idempotent
    def put(self, request: Request) -> Response:
        _check_manages(self)
        document = _document(self.body(PoliciesIn))
        with self.scope():
            _rows(document)
            policy_file.load(document, now=self.now)
            document = policy_file.current()
        return answer(_policies_out(document))


class DryRunPolicies(RestView):
    is_question = True

    @documented(
        "What other policies would have made of past writes",
        operation="try_policies",
        tag=TAG,
        body=PoliciesIn,
        answers={200: DryRunOut},
    )
    def post(self, request: Request) -> Response:
        _check_manages(self)
        document = _document(self.body(PoliciesIn))
        with self.scope():
            run = dry_run(_rows(document).policies, now=self.now)
        return answer(DryRunOut.of(run))


class Signals(RestView):
    @documented(
        "What waits for corroboration about oneself, newest first",
        operation="list_signals",
        tag=TAG,
        query=PageQuery,
        answers={200: SignalPage},
    )
    def get(self, request: Request) -> Response:
        query = self.query(PageQuery)
        if self.actor.is_agent:
            raise Forbidden("What is not remembered yet is told to the person only.")
        with self.scope():
            rows = Signal.objects.visible_to(self.actor, now=self.now).filter(used_at__isnull=True)
            found, following = NEWEST.slice(rows, query)
        return answer(SignalPage(results=[_signal_out(row) for row in found], next_cursor=following))


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
        return policy_file.rows_of(document)
    except InvalidPolicies as error:
        raise Invalid([{"field": "policies", "code": "invalid", "detail": str(error)}]) from error


def _policies_out(document: PolicyDocument) -> PoliciesOut:
    consent = [DefaultPolicy(field=f"identity.{key}", outcome="consent") for key in sorted(SENSITIVE_KEYS)]
    benign = [
        DefaultPolicy(field=f"{each.category}.{each.key}", outcome="corroboration") for each in sorted(CORROBORATED)
    ]
    return PoliciesOut(**document.model_dump(), yaml=policy_file.dump(document), defaults=[*consent, *benign])


def _signal_out(row: Signal) -> SignalOut:
    copied = ("id", "field", "value", "evidence", "created_at")
    return SignalOut(user_id=row.person_id, told_by=row.actor_label, **{name: getattr(row, name) for name in copied})
