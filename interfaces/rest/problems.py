"""Errors as `application/problem+json` (RFC 9457), each with a stable `type` of the form `/problems/<slug>`."""

from collections.abc import Sequence
from typing import Any, TypedDict

from rest_framework import exceptions

MEDIA_TYPE = "application/problem+json"


class FieldError(TypedDict):
    """One field that is wrong: its dotted path in the body or query, a stable code, and a sentence."""

    field: str
    code: str
    detail: str


class Problem(exceptions.APIException):
    """An error with a slug.

    Subclasses give status, slug and title, instances the detail and extension members.
    """

    slug: str
    title: str

    def __init__(self, detail: str = "", *, headers: dict[str, str] | None = None, **members: Any) -> None:
        super().__init__(detail or f"{self.title}.")
        self.headers = headers or {}
        self.members = members


class QuotaFull(Problem):
    status_code, slug, title = 403, "quota-exceeded", "The workspace has used up its quota"


class QuotaUsedUp(QuotaFull):
    """What comes back with time."""

    status_code = 429


class Malformed(Problem):
    status_code, slug, title = 400, "malformed", "The request cannot be read"


class NotAuthenticated(Problem):
    status_code, slug, title = 401, "not-authenticated", "No valid API key or login"


class Forbidden(Problem):
    status_code, slug, title = 403, "forbidden", "Not allowed"


class CategoryNotAllowed(Problem):
    status_code, slug, title = 403, "category-not-allowed", "The category is not on the role's allowlist"


class NeverRemembered(Problem):
    status_code, slug, title = 403, "never-remembered", "A policy forbids remembering this"


class NotFound(Problem):
    status_code, slug, title = 404, "not-found", "Not found"


class MethodNotAllowed(Problem):
    status_code, slug, title = 405, "method-not-allowed", "This address does not take that method"


class NotAcceptable(Problem):
    status_code, slug, title = 406, "not-acceptable", "Answers are JSON"


class Conflict(Problem):
    status_code, slug, title = 409, "conflict", "The current state does not allow that"


class AlreadyDecided(Problem):
    status_code, slug, title = 409, "proposal-not-pending", "The proposal is no longer pending"


class ProposalChanged(Problem):
    status_code, slug, title = 409, "proposal-changed", "The change is no longer the one you were shown"


class RefusedByPerson(Problem):
    status_code, slug, title = 409, "refused-by-person", "The person refused this a short time ago"


class TooManyCodesIssued(Problem):
    status_code, slug, title = 429, "too-many-codes", "No further code is issued for this proposal today"


class KeyReused(Problem):
    status_code, slug, title = 409, "idempotency-key-reused", "The Idempotency-Key was used for another request"


class StillRunning(Problem):
    status_code, slug, title = (
        503,
        "request-in-progress",
        "The first request with that Idempotency-Key is still running",
    )


class PreconditionFailed(Problem):
    status_code, slug, title = 412, "precondition-failed", "If-Match does not match what is stored now"


class BodyTooSlow(Problem):
    status_code, slug, title = 408, "body-too-slow", "The body did not arrive in time"


class BodyTooLarge(Problem):
    status_code, slug, title = 413, "body-too-large", "The body is too large"


class UnsupportedMediaType(Problem):
    status_code, slug, title = 415, "unsupported-media-type", "Bodies are application/json"


class Invalid(Problem):
    status_code, slug, title = 422, "invalid", "A value is not valid"

    def __init__(self, errors: Sequence[FieldError], detail: str = "") -> None:
        super().__init__(detail or "; ".join(map(_told, errors[:3])))
        self.members = {"errors": list(errors)}


def _told(error: FieldError) -> str:
    return f"{error['field']}: {error['detail']}" if error["field"] else error["detail"]


class Throttled(Problem):
    status_code, slug, title = 429, "throttled", "Too many requests"


class TooManyRequestsAtOnce(Problem):
    status_code, slug, title = 429, "too-many-requests-at-once", "Too many requests of one caller wait for an answer"


class TooManyProposals(Problem):
    status_code, slug, title = 429, "too-many-proposals", "Too many proposals of this agent wait for the person"


class ServerError(Problem):
    status_code, slug, title = 500, "server-error", "Internal server error"


class NotServed(Problem):
    status_code, slug, title = 501, "not-served", "This server does not have that part of the protocol"


class Unavailable(Problem):
    status_code, slug, title = 503, "unavailable", "The database cannot be reached"


class Busy(Problem):
    status_code, slug, title = 503, "busy", "Another request is changing the same data"


class Interrupted(Problem):
    status_code, slug, title = 503, "interrupted", "The server was interrupted; what was asked may have been done"


class StorageDown(Problem):
    status_code, slug, title = 503, "storage-unavailable", "The storage of artifacts cannot be reached"


class EmbeddingDown(Problem):
    status_code, slug, title = 503, "embedding-unavailable", "The embedding model cannot be reached"


# What `GET /problems/{slug}` describes.
ALL: list[type[Problem]] = Problem.__subclasses__()


def as_json(problem: Problem) -> dict[str, Any]:
    """The members of RFC 9457, then the problem's own."""
    return {
        "type": f"/problems/{problem.slug}",
        "title": problem.title,
        "status": problem.status_code,
        "detail": str(problem.detail),
        **problem.members,
    }
