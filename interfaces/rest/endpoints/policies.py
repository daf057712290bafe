from rest_framework.request import Request
from rest_framework.response import Response

from consent import policy_file
from consent.dry_run import dry_run
from consent.models import Signal
from consent.policies import CORROBORATED
from consent.policy_file import InvalidPolicies, PolicyDocument, PolicySet
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.pagination import NEWEST, PageQuery
from interfaces.rest.people import may_manage
from interfaces.rest.problems import Forbidden, Invalid
from interfaces.rest.shapes.policies import (
    DefaultPolicy,
    DryRunOut,
    PoliciesIn,
    PoliciesOut,
    SignalOut,
    SignalPage,
)
from interfaces.rest.views import RestView, answer
from providers.statements import SENSITIVE_KEYS

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
