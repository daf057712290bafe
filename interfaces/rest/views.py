"""The base of every endpoint: the caller, the input, and the answer."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from time import thread_time
from typing import Any, TypeVar, cast
from uuid import UUID

from django.conf import settings
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from pydantic import BaseModel
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from consent import gate
from consent.changes import Change
from consent.outcomes import Applied, Outcome, Refused
from interfaces.models import IdempotencyRecord
from interfaces.rest.authentication import ApiKeyAuthentication, Principal
from interfaces.rest.documentation import IF_MATCH
from interfaces.rest.identifiers import refuse_secrets, refuse_unseen
from interfaces.rest.outcomes import (
    STATUS_OF,
    UNCHANGED,
    Status,
    refusal,
    status_code,
    with_category_note,
    write_result,
)
from interfaces.rest.parsing import parse, query_values
from interfaces.rest.problem import Problem
from interfaces.rest.problems import Forbidden, Malformed, NotFound, PreconditionFailed
from interfaces.rest.throttling import PrincipalThrottle, ProcessorThrottle, WorkspaceThrottle
from interfaces.rest.warnings import Caution, warnings_for
from interfaces.shares import shares
from memories.maintenance.record_setup import Done, record_row
from memories.models.choices import Event
from providers.embedding.encoder import is_sequential
from providers.statement_reader import take_processor_time
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import uuid7

M = TypeVar("M", bound=BaseModel)
Row = TypeVar("Row", bound=Model)
NOTHING = str(NotFound.example["detail"])
NO_TAG = (
    "The value of If-Match is no ETag of this server. Send the header ETag of an answer as it came, with its quotes."
)
NUL = ("\x00", "%00")


class RestView(APIView):
    """An endpoint. `actor` and `now` go down as arguments; each domain call enters its own scope."""

    throttle_classes = [PrincipalThrottle, WorkspaceThrottle, ProcessorThrottle]
    # Reviewers may not write, but a policy may let them decide on proposals of others.
    is_open_to_reviewers = False
    # Saved states and messages are stored unchanged, including invisible characters.
    takes_any_text = False
    now: datetime
    claim: IdempotencyRecord | None = None
    charged = ""  # the caller whose processor time is counted, once known
    has_written = False

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        began = thread_time()
        take_processor_time()
        try:
            response = super().dispatch(request, *args, **kwargs)
        finally:
            scope.take_as_given(None)  # the thread's next request may have another key
        if self.charged:
            spent = thread_time() - began + take_processor_time()
            ProcessorThrottle.charge(self.charged, spent)
            if self.has_written:
                shares().charge(self.actor.workspace_id, spent)
        return response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if isinstance(request.user, Principal):
            self.charged = request.user.name
            workspace_id = self.actor.workspace_id
            shares().note(request.META.get("HTTP_AUTHORIZATION", ""), workspace_id)
            is_sequential.set(settings.ANSWERS_LARGE_REQUESTS and shares().is_beside_others(workspace_id))
        self.now = timezone.now()
        # PostgreSQL accepts no NUL: in a path it means not found, in a query it is malformed.
        if any("\x00" in value for value in kwargs.values() if isinstance(value, str)):
            raise NotFound
        if any(nul in request.META.get("QUERY_STRING", "") for nul in NUL):
            raise Malformed("The query holds the character U+0000.")

    @property
    def principal(self) -> Principal:
        return cast(Principal, self.request.user)

    @property
    def actor(self) -> Actor:
        return cast(Principal, self.request.user).actor

    def scope(self) -> AbstractContextManager[None]:
        """Enter the caller's workspace, for one domain call. Materialise rows before it closes."""
        return scope.enter(self.actor.workspace_id)

    def record(self, row: Model, done: Done) -> None:
        """Record in the history what the caller did to the workspace's setup; runs in the entered scope."""
        record_row(row=row, done=done, actor=self.principal.staff or self.actor, now=self.now)

    def read(self, model: type[M], values: Any) -> M:
        """Parse the input as `model`. Raises Invalid, and Forbidden when it names another agent's role."""
        parsed = parse(model, values)
        agent = getattr(parsed, "agent", "")
        if agent and not (self.actor.is_agent and agent == self.actor.role):
            raise Forbidden(f"Your credentials do not act for the role '{agent}'.")
        return parsed

    def input(self, name: str, model: Any) -> Any:
        """Return one of INPUTS, as the handler declares it. Raises Malformed, Invalid, Forbidden,
        PreconditionFailed."""
        if name == "if_match":
            return _expected_change(self.request)
        if name == "query":
            return self.read(model, query_values(self.request.query_params))
        if not isinstance(self.request.data, dict):
            raise Malformed("The body must be a JSON object.")
        if self.has_written and not self.takes_any_text:
            refuse_unseen(self.request.data)
        refuse_secrets(self.request.data)
        return self.read(model, self.request.data)

    def submit(self, change: Change, **rendering: Any) -> Response:
        """Submit a change to the gate and `respond` with the outcome."""
        outcome = gate.submit(change, actor=self.actor, now=self.now)
        return self.respond(outcome, unchanged=UNCHANGED.get(change.type, ""), **rendering)

    def respond(
        self,
        outcome: Outcome,
        *,
        field: str = "",
        category: str = "",
        creates: int = 200,
        statuses: Mapping[Event, Status] = STATUS_OF,
        unchanged: str = "",
        cautions: Sequence[Caution] = (),
    ) -> Response:
        """Return the answer to one write.

        `field` is the field to name if its value is refused as invalid; `category` is the one that the writer named,
        `statuses` maps events to statuses, `unchanged` is the message where nothing changed, `cautions` are further
        warnings. Raises a Problem when refused.
        """
        if isinstance(outcome, Refused):
            raise self.refusal_of(outcome, field=field)
        (warnings,) = warnings_for([(outcome, category)], actor=self.actor, now=self.now)
        result = write_result(self.request, outcome, statuses=statuses, unchanged=unchanged)
        result = with_category_note(result, outcome, self.actor, category=category)
        tag = {"ETag": etag_of(outcome.change_id)} if isinstance(outcome, Applied) and outcome.change_id else {}
        return answer(result.warned([*warnings, *cautions]), status=status_code(result, creates=creates), headers=tag)

    def refusal_of(self, refused: Refused, *, field: str) -> Problem:
        return refusal(refused, field=field, allowed=self.actor.categories or ())

    def with_proved_key(self, respond: Callable[[], HttpResponseBase]) -> HttpResponseBase:
        """Return the answer of `respond`; call it again if the key had changed since this process read it.

        The writes of the first attempt are rolled back, and its refusals are not sent.
        """
        try:
            try:
                return respond()
            finally:
                scope.prove()
        except scope.Disproved:
            key = cast(ApiKeyAuthentication, self.request.successful_authenticator)
            self.request.user = key.reauthenticate(self.request)  # type: ignore[assignment]
            return respond()

    def storable_part(self, body: Any) -> Any:
        """Return the part of an answer to store under its Idempotency-Key: all, unless a view sends a secret."""
        return body

    def from_stored(self, body: Any) -> Any:
        """Return the answer to a repeat, from the stored part."""
        return body

    def new_id(self, place: int = 0) -> UUID:
        """Return an id for a new row.

        Under an Idempotency-Key it is derived from it, so that a repeat finds the same row.
        """
        return self.claim.derived_id(place) if self.claim else uuid7()


def answer(body: BaseModel, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Render a model as JSON; times in UTC with a Z."""
    return Response(body.model_dump(mode="json", by_alias=True), status=status, headers=dict(headers or {}))


def header(request: Request, name: str) -> str | None:
    """Return one header as it was sent. Django's `headers` parses all of them, which takes as long as the whole
    answer."""
    value: str | None = request.META.get(f"HTTP_{name.upper().replace('-', '_')}")
    return value


def first_or_404(rows: QuerySet[Row], detail: str = NOTHING) -> Row:
    """Runs inside the scope. Raises NotFound."""
    row = rows.first()
    if row is None:
        raise NotFound(detail)
    return row


def without_none(**conditions: object) -> dict[str, Any]:
    """Return the given conditions of a query, for `filter`."""
    return {name: value for name, value in conditions.items() if value is not None}


def etag_of(change_id: UUID) -> str:
    """Return a strong ETag of the stored state (RFC 9110); maintenance such as embedding does not change it."""
    return f'"{change_id.hex}"'


def _expected_change(request: Request) -> UUID | None:
    """Return the change that If-Match requires, None without one. Raises PreconditionFailed for a foreign tag, and
    Malformed for a list, any of which could match."""
    tag = (header(request, IF_MATCH) or "").strip()
    if not tag or tag == "*":
        return None
    if "," in tag:
        raise Malformed("If-Match takes one ETag here, not a list.")
    try:
        return UUID(hex=tag.removeprefix('"').removesuffix('"'))
    except ValueError as error:
        raise PreconditionFailed(NO_TAG) from error
