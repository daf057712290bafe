"""Serves and describes a handler of an endpoint by its signature: reads its inputs, renders its result."""

from collections.abc import Callable, Mapping
from functools import partial, wraps
from typing import Any, cast

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from pydantic import BaseModel
from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.models import IdempotencyRecord
from interfaces.rest import idempotency
from interfaces.rest.authentication import READ_ONLY_ROLES
from interfaces.rest.documentation import IF_MATCH, describe
from interfaces.rest.identifiers import refuse_secrets, refuse_unseen
from interfaces.rest.problems import Forbidden, Malformed
from interfaces.rest.views import RestView, answer, header
from workspaces import replicas
from workspaces.actors import ActorKind

Handler = Callable[..., BaseModel | HttpResponseBase]
INPUTS = ("query", "body", "if_match")
IF_NONE_MATCH = "If-None-Match"
ONLY_READS = "A write takes If-Match with an ETag, not If-None-Match. Read first whether something stands there."


def operation(
    name: str,
    *,
    answers: Mapping[Any, Any] | None = None,
    body: Any = None,
    sends: tuple[str, ...] = (),
    is_read: bool = False,
    is_repeatable: bool = True,
    recalls_key: bool = False,
) -> Callable[[Handler], Callable[..., HttpResponseBase]]:
    """Serve and describe a handler by its signature, its docstring and the name of its package.

    A parameter `body` or `query` is read as the model it is annotated with, `if_match` from the header. `answers` by
    status are left out where the handler returns a model, sent with 200; `body` where it has such a parameter. `sends`
    names the headers of its answers. Writes honour Idempotency-Key unless they are not `is_repeatable`. `recalls_key`:
    the key is verified in the first round trip of the work itself, for calls that agents wait for at each step.
    """

    def decorate(handler: Handler) -> Callable[..., HttpResponseBase]:
        hints = handler.__annotations__
        takes = {each: hints[each] for each in INPUTS if each in hints}
        is_write = handler.__name__ != "get" and not is_read
        headers = (idempotency.HEADER,) if is_write and is_repeatable else ()

        @wraps(handler)
        def handle(view: RestView, request: Request, **path: Any) -> HttpResponseBase:
            carry_out = partial(_carry_out, handler, takes, view, path)
            write = partial(_write, view, request, path, carry_out, is_repeatable=is_repeatable)
            return view.with_proved_key(write if is_write else partial(_read, request, carry_out))

        handle.is_write = is_write  # type: ignore[attr-defined]
        handle.recalls_key = recalls_key  # type: ignore[attr-defined]
        return describe(
            handle,
            name=name,
            body=body or hints.get("body"),
            query=hints.get("query"),
            answers=answers or {200: hints["return"]},
            takes=(*headers, IF_MATCH) if "if_match" in takes else headers,
            sends=sends,
        )

    return decorate


def _write(
    view: RestView,
    request: Request,
    path: Mapping[str, Any],
    carry_out: Callable[..., Response],
    *,
    is_repeatable: bool,
) -> HttpResponseBase:
    _begin_write(view, request, path)
    is_once = is_repeatable and header(request, idempotency.HEADER) is not None
    response = idempotency.once(request, view, carry_out) if is_once else carry_out()
    replicas.note_write(view.actor)
    return response


def _read(request: Request, carry_out: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    return _unless_known(request, carry_out())


def _begin_write(view: RestView, request: Request, path: Mapping[str, Any]) -> None:
    """Start counting the processor time of a write against the workspace's share, also of a refused one."""
    view.has_written = True
    _check_may_write(view)
    if header(request, IF_NONE_MATCH) is not None:
        raise Malformed(ONLY_READS)
    refuse_unseen(path)
    refuse_secrets({**path, idempotency.HEADER: header(request, idempotency.HEADER)})


def _unless_known(request: Request, response: HttpResponseBase) -> HttpResponseBase:
    """Respond with 304 without a body where the caller has the present state."""
    tag = response.headers.get("ETag")
    if tag is None or header(request, IF_NONE_MATCH) is None or not isinstance(response, HttpResponse):
        return response
    return get_conditional_response(request, etag=tag, response=response) or response


def _carry_out(
    handler: Handler,
    takes: Mapping[str, Any],
    view: RestView,
    path: Mapping[str, Any],
    claim: IdempotencyRecord | None = None,
) -> Response:
    """Call the handler. Handlers of files return no `Response`; they are no writes, so no claim stores their answer."""
    view.claim = claim
    values = {name: view.input(name, model) for name, model in takes.items()}
    found = handler(view, **path, **values)
    return answer(found) if isinstance(found, BaseModel) else cast(Response, found)


def _check_may_write(view: RestView) -> None:
    actor = view.actor
    if actor.kind is ActorKind.STAFF and actor.role in READ_ONLY_ROLES and not view.is_open_to_reviewers:
        raise Forbidden(f"A {actor.role} may look, but not change anything.")
