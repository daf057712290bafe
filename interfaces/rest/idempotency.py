"""Idempotency-Key: a write sent twice has one effect and one answer.

The key is claimed in a transaction of its own before the write, and the answer is stored for 24 hours after it. Between
the two lies the write's own transaction. A write that fails there gives its claim up, and the next request with that
key carries it out again; so it is with the claim of a process that died, whose connection to the database is gone. Ids
that the server makes up are derived from the claim, so that the repeat meets the row that the first attempt made: this
holds for people, memories, grants and webhooks. Sessions and turns are recognised by the caller's `external_id`.
"""

import hashlib
import time
from collections.abc import Callable
from typing import Any, Protocol

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.utils import timezone
from django.utils.crypto import salted_hmac
from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.models import IdempotencyRecord
from interfaces.rest.authentication import Principal
from interfaces.rest.errors import changed_nothing
from interfaces.rest.problems import Invalid, KeyReused, StillRunning

HEADER = "Idempotency-Key"
MAX_CHARACTERS = 255
WAIT_SECONDS = 1.0
POLL_SECONDS = 0.05
STORED_HEADERS = ("Cache-Control", "ETag", "Location", "X-Retrieval-Event", "X-Thread-Revision")


class Answering(Protocol):
    """Who asks, what of an answer may be stored, and the answer again from that: no secret is stored."""

    @property
    def principal(self) -> Principal: ...

    def kept_of(self, body: Any) -> Any: ...

    def from_kept(self, body: Any) -> Any: ...


def once(request: Request, view: Answering, carry_out: Callable[[IdempotencyRecord | None], Response]) -> Response:
    """Carry out a write that has an Idempotency-Key, or answer as the first request with that key was answered.

    Requests that changed nothing are forgotten: the same one or a corrected one may follow. Raises Invalid, KeyReused,
    StillRunning, and what `carry_out` raises.
    """
    claim = _claim(request, view.principal)
    if claim.status is not None:
        body = view.from_kept(claim.body)
        return Response(body, status=claim.status, headers={**claim.headers, "Idempotency-Replayed": "true"})
    try:
        response = carry_out(claim)
        headers = {name: response[name] for name in STORED_HEADERS if name in response}
        claim.store_answer(status=response.status_code, headers=headers, body=view.kept_of(response.data))
    except Exception as error:
        _leave(claim, error)
        raise
    return response


def _leave(claim: IdempotencyRecord, error: Exception) -> None:
    """Let the next request have the key at once; a claim ends with its connection where the database cannot write."""
    try:
        claim.release() if changed_nothing(error) else claim.give_up()
    except (DatabaseError, InterfaceError):
        connection.close()


def _claim(request: Request, caller: Principal) -> IdempotencyRecord:
    """The caller's claim of the key, or the answered record of the request that had it first.

    Waits for a first request that is still running.
    """
    key = request.headers[HEADER]
    if not key.isprintable() or not key.isascii() or not 1 <= len(key) <= MAX_CHARACTERS:
        message = f"{HEADER} is 1 to {MAX_CHARACTERS} printable ASCII characters."
        raise Invalid([{"field": HEADER, "code": "invalid", "detail": message}])
    fingerprint, *earlier = (_fingerprint(request, caller, secret) for secret in _secrets())
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        record, is_ours = IdempotencyRecord.claim(
            caller.actor.workspace_id,
            caller=caller.name,
            key=key,
            fingerprint=fingerprint,
            request=f"{request.path} {request.data!r}",
            now=timezone.now(),
        )
        if record.fingerprint not in (fingerprint, *earlier):
            raise KeyReused(
                "This key came with another request, or your rights have changed since. Send this one with a new key."
            )
        if is_ours or record.is_answered:
            return record
        if time.monotonic() > deadline:
            raise StillRunning(headers={"Retry-After": "1"})
        time.sleep(POLL_SECONDS)


def _secrets() -> list[str]:
    """SECRET_KEY, and those before it: a repeat may reach a host whose key was changed since."""
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def _fingerprint(request: Request, caller: Principal, secret: str) -> str:
    """Keyed, so that a short body cannot be guessed from it.

    The caller's rights are part of it: an answer may hold what is remembered, and whoever may see less by now does not
    get it again.
    """
    body = hashlib.sha256(repr(request.data).encode()).digest()
    for file in request.FILES.values():
        body += hashlib.file_digest(file, "sha256").digest()
        file.seek(0)
    what = f"{request.method} {request.get_full_path()} {request.headers.get('If-Match', '')} {_rights(caller)} "
    return salted_hmac("idempotency", what.encode() + body, secret=secret, algorithm="sha256").hexdigest()


def _rights(caller: Principal) -> str:
    actor, now = caller.actor, timezone.now()
    grants = [
        (str(g.person_id), g.namespace_path, g.can_read, g.can_write, g.ceiling_rank, sorted(map(str, g.excluded)))
        for g in actor.grants
        if g.expires_at is None or g.expires_at > now
    ]
    categories = (actor.categories is None, sorted(actor.categories or ()), sorted(actor.hidden_categories))
    return repr((str(actor.person_id), caller.staff.role if caller.staff else actor.role, categories, sorted(grants)))
