"""What every endpoint is built on: parse, one domain call, render."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, TypeVar, cast
from uuid import UUID

from django.utils import timezone
from pydantic import BaseModel
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from interfaces.models import IdempotencyRecord
from interfaces.rest.authentication import READ_ONLY_ROLES, Principal
from interfaces.rest.parsing import buffer_chunked_body, parse, query_values
from interfaces.rest.problems import Forbidden, Malformed, NotFound, PreconditionFailed
from interfaces.rest.throttling import PrincipalThrottle
from memories.limits import JSON_BODY_BYTES
from workspaces import scope
from workspaces.actors import Actor, ActorKind
from workspaces.models import uuid7

M = TypeVar("M", bound=BaseModel)

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class RestView(APIView):
    """An endpoint.

    `actor` and `now` come from here and go down as arguments; each domain call enters its own scope.
    """

    throttle_classes = [PrincipalThrottle]
    # A question that comes as a POST changes nothing.
    is_question = False
    # Reviewers change nothing by themselves, but a policy may let them decide what others ask.
    is_open_to_reviewers = False
    now: datetime
    claim: IdempotencyRecord | None = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        bounds = [getattr(parser, "max_bytes", JSON_BODY_BYTES) for parser in self.parser_classes]
        buffer_chunked_body(request._request, max_bytes=max(bounds))
        self.now = timezone.now()
        _refuse_nul(request, kwargs)
        if request.method not in SAFE_METHODS and not (self.is_question or self.is_open_to_reviewers):
            _refuse_read_only_staff(self.actor)

    @property
    def principal(self) -> Principal:
        return cast(Principal, self.request.user)

    @property
    def actor(self) -> Actor:
        return self.principal.actor

    def scope(self) -> AbstractContextManager[None]:
        """The caller's workspace, for one domain call. Materialise what is read before it closes."""
        return scope.enter(self.actor.workspace_id)

    def body(self, model: type[M]) -> M:
        """The JSON body as `model`.

        Raises Malformed, Invalid, and Forbidden when it names another agent's role.
        """
        if not isinstance(self.request.data, dict):
            raise Malformed("The body must be a JSON object.")
        return self.read(model, self.request.data)

    def query(self, model: type[M]) -> M:
        """The query string as `model`. Raises Invalid, and Forbidden as `body` does."""
        return self.read(model, query_values(self.request.query_params))

    def read(self, model: type[M], values: Any) -> M:
        """What the caller sent as `model`. Raises Invalid, and Forbidden as `body` does."""
        parsed = parse(model, values)
        if agent := getattr(parsed, "agent", ""):
            _check_agent(self.actor, agent)
        return parsed

    def new_id(self, place: int = 0) -> UUID:
        """An id for what a write creates.

        Under an Idempotency-Key it is derived from it, so that a repeat meets the same row.
        """
        return self.claim.derived_id(place) if self.claim else uuid7()


def answer(
    body: BaseModel | list[Any],
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    media_type: str | None = None,
) -> Response:
    """A model as JSON; times in UTC with a Z."""
    data = body.model_dump(mode="json", by_alias=True) if isinstance(body, BaseModel) else body
    return Response(data, status=status, headers=dict(headers or {}), content_type=media_type)


def _check_agent(actor: Actor, agent: str) -> None:
    """Raise Forbidden unless `agent` is the role of the agent that asks."""
    if not (actor.is_agent and agent == actor.role):
        raise Forbidden(f"Your credentials do not act for the role '{agent}'.")


def _refuse_nul(request: Request, path_values: Mapping[str, Any]) -> None:
    """PostgreSQL takes no NUL: in a path it names nothing, in a query it is malformed."""
    if any("\x00" in value for value in path_values.values() if isinstance(value, str)):
        raise NotFound
    for name, values in request.query_params.lists():
        if any("\x00" in text for text in (name, *values)):
            raise Malformed("The query holds the character U+0000.")


def _refuse_read_only_staff(actor: Actor) -> None:
    if actor.kind is ActorKind.STAFF and actor.role in READ_ONLY_ROLES:
        raise Forbidden(f"A {actor.role} may look, but not change anything.")


IF_MATCH = "If-Match"


def etag_of(change_id: UUID) -> str:
    """A strong tag of what is remembered; upkeep such as embedding is no part of it."""
    return f'"{change_id.hex}"'


def expected_change(request: Request) -> UUID | None:
    """What If-Match demands, None without one. Raises PreconditionFailed for a tag that is none of ours."""
    header = request.headers.get(IF_MATCH, "").strip()
    if not header or header == "*":
        return None
    try:
        return UUID(hex=header.removeprefix('"').removesuffix('"'))
    except ValueError as error:
        raise PreconditionFailed("If-Match takes one ETag as this server gave it.") from error
