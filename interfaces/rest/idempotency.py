"""Idempotency-Key: a write sent twice has one effect and one answer.

The key is claimed in a transaction of its own before the write and the answer is kept for 24 hours after it.
Between the two lies the write's own transaction. A process that dies there leaves a claim; after a minute the
next request with that key carries the write out again. Ids that the server makes up are derived from the claim,
so that the repeat meets the row that the first attempt made: this holds for people and memories. Sessions and
turns are told apart by the caller's `external_id`.
"""

import hashlib
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.utils import timezone
from django.utils.crypto import salted_hmac
from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.models import IdempotencyRecord
from interfaces.models.idempotency import ids_in
from interfaces.rest.authentication import Principal
from interfaces.rest.errors import changed_nothing
from interfaces.rest.problems import Invalid, KeyReused, StillRunning
from interfaces.rest.views import RestView
from workspaces import scope
from workspaces.actors import Actor

HEADER = "Idempotency-Key"
MAX_CHARACTERS = 255
WAIT_SECONDS = 10.0
POLL_SECONDS = 0.05
KEPT_HEADERS = ("ETag", "Location", "X-Retrieval-Event", "X-Thread-Revision")

P = ParamSpec("P")
V = TypeVar("V", bound=RestView)
Handler = Callable[Concatenate[V, Request, P], Response]


def idempotent(handler: Handler[V, P]) -> Handler[V, P]:
    """Let a write honour Idempotency-Key.

    Requests that changed nothing are forgotten: the same one or a corrected one may follow.
    """

    @wraps(handler)
    def wrapper(view: V, request: Request, /, *args: P.args, **kwargs: P.kwargs) -> Response:
        key = request.headers.get(HEADER)
        if key is None:
            return handler(view, request, *args, **kwargs)
        claim = _claim(view, request, _checked(key))
        if claim.is_answered:
            return _replay(claim)
        view.claim = claim
        try:
            response = handler(view, request, *args, **kwargs)
        except Exception as error:
            if changed_nothing(error):
                _release(view.actor, claim)
            raise
        _keep(view.actor, claim, response)
        return response

    return wrapper


def _checked(key: str) -> str:
    if not key.isprintable() or not key.isascii() or not 1 <= len(key) <= MAX_CHARACTERS:
        message = f"{HEADER} is 1 to {MAX_CHARACTERS} printable ASCII characters."
        raise Invalid([{"field": HEADER, "code": "invalid", "detail": message}])
    return key


def _claim(view: RestView, request: Request, key: str) -> IdempotencyRecord:
    """The caller's claim of the key, or the answered record of the request that had it first.

    Waits for a first request that is still running. Raises KeyReused, StillRunning.
    """
    fingerprint = _fingerprint(request, view.principal)
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        record, is_ours = _look(view, key, fingerprint, timezone.now())
        if record.fingerprint != fingerprint:
            raise KeyReused("It came with another request, or what you may see has changed since.")
        if is_ours or record.is_answered:
            return record
        if time.monotonic() > deadline:
            raise StillRunning(headers={"Retry-After": "1"})
        time.sleep(POLL_SECONDS)


def _look(view: RestView, key: str, fingerprint: str, now: datetime) -> tuple[IdempotencyRecord, bool]:
    """The record under the key, made if there is none.

    The flag says if carrying out the request is ours to do.
    """
    named = sorted(ids_in(f"{view.request.path} {view.request.data!r}"))
    values = {"fingerprint": fingerprint, "created_at": now, "claimed_at": now, "named_ids": named}
    with view.scope():
        rows = IdempotencyRecord.objects.filter(caller=view.principal.name, key=key)
        rows.expired(now=now).delete()
        new = IdempotencyRecord(caller=view.principal.name, key=key, **values)
        IdempotencyRecord.objects.bulk_create([new], ignore_conflicts=True)
        record = rows.select_for_update().get()
        if record.id == new.id:
            return record, True
        if record.fingerprint == fingerprint and record.is_abandoned(now=now):
            record.claim_again(now=now)
            return record, True
        return record, False


def _fingerprint(request: Request, caller: Principal) -> str:
    """Keyed, so that a short body cannot be guessed from it.

    The caller's rights are part of it: an answer may tell what is remembered, and whoever may see less by now does not
    get it again.
    """
    body = hashlib.sha256(repr(request.data).encode()).digest() + b"".join(_digests(request))
    what = f"{request.method} {request.get_full_path()} {request.headers.get('If-Match', '')} {_rights(caller)} "
    return salted_hmac("idempotency", what.encode() + body, algorithm="sha256").hexdigest()


def _rights(caller: Principal) -> str:
    actor, now = caller.actor, timezone.now()
    grants = [
        (str(g.person_id), g.namespace_path, g.can_read, g.can_write, g.ceiling_rank, sorted(map(str, g.excluded)))
        for g in actor.grants
        if g.expires_at is None or g.expires_at > now
    ]
    categories = (actor.categories is None, sorted(actor.categories or ()), sorted(actor.hidden_categories))
    return repr((str(actor.person_id), caller.staff.role if caller.staff else actor.role, categories, sorted(grants)))


def _digests(request: Request) -> Iterator[bytes]:
    """Of the files of a form, which are left as they were."""
    for file in request.FILES.values():
        yield hashlib.file_digest(file, "sha256").digest()
        file.seek(0)


def _keep(actor: Actor, claim: IdempotencyRecord, response: Response) -> None:
    headers = {name: response[name] for name in KEPT_HEADERS if name in response}
    with scope.enter(actor.workspace_id):
        claim.store_answer(status=response.status_code, headers=headers, body=response.data)


def _release(actor: Actor, claim: IdempotencyRecord) -> None:
    with scope.enter(actor.workspace_id):
        IdempotencyRecord.objects.filter(id=claim.id).delete()


def _replay(record: IdempotencyRecord) -> Response:
    assert record.status is not None
    return Response(record.body, status=record.status, headers={**record.headers, "Idempotency-Replayed": "true"})
