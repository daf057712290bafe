"""Idempotency-Key: a write sent twice has one effect and one answer.

The key is claimed in a transaction of its own before the write, and the answer is stored for 24 hours after it. Between
the two is the write's own transaction. A write that fails there gives up its claim, and the next request with that key
carries it out again; the same holds for the claim of a dead process, recognised by its closed database connection. Ids
that the server generates are derived from the claim, so that a repeat finds the row of the first attempt: this holds
for people, memories, grants and webhooks. Sessions and turns are recognised by the caller's `external_id`.
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
    """The caller, the part of an answer that may be stored (no secrets), and the answer rebuilt from that."""

    @property
    def principal(self) -> Principal: ...

    def storable_part(self, body: Any) -> Any: ...

    def from_stored(self, body: Any) -> Any: ...


def once(request: Request, view: Answering, carry_out: Callable[[IdempotencyRecord | None], Response]) -> Response:
    """Carry out a write that has an Idempotency-Key, or answer as the first request with that key was answered.

    Requests that changed nothing are forgotten: the same or a corrected one may follow. Raises Invalid, KeyReused,
    StillRunning, and what `carry_out` raises.
    """
    claim = _claim(request, view.principal)
    if claim.status is not None:
        body = view.from_stored(claim.body)
        return Response(body, status=claim.status, headers={**claim.headers, "Idempotency-Replayed": "true"})
    try:
        response = carry_out(claim)
        headers = {name: response[name] for name in STORED_HEADERS if name in response}
        claim.store_answer(status=response.status_code, headers=headers, body=view.storable_part(response.data))
    except Exception as error:
        _release(claim, error)
        raise
    return response


def _release(claim: IdempotencyRecord, error: Exception) -> None:
    """Free the key for the next request at once; where the database cannot write, the claim ends with its
    connection."""
    try:
        claim.release() if changed_nothing(error) else claim.give_up()
    except (DatabaseError, InterfaceError):
        connection.close()


def _claim(request: Request, caller: Principal) -> IdempotencyRecord:
    """Return the caller's claim of the key, or the answered record of an earlier request with it.

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
    """Return SECRET_KEY and its predecessors: a repeat may reach a host whose key was changed meanwhile."""
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def _fingerprint(request: Request, caller: Principal, secret: str) -> str:
    """Return a keyed hash, so that a short body cannot be guessed from it.

    It includes the caller's rights: an answer may contain memories, and a caller with fewer rights by now must not get
    it again.
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
