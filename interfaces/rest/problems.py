"""Errors as `application/problem+json` (RFC 9457), each with a stable `type` of the form `/problems/<slug>`."""

from collections.abc import Sequence
from typing import Any, TypedDict

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404
from django.http.multipartparser import MultiPartParserError
from rest_framework import exceptions
from rest_framework.response import Response

from consent.refusals import (
    NoRelay,
    NoSuchRule,
    NotAmendable,
    NotDecided,
    NotPending,
    NotSaid,
    NotShown,
    NotYours,
    TooManyCodes,
    UnknownProposal,
)
from conversations.access import NotAllowed, UnknownPerson
from conversations.actions.append_turns import UnknownSession
from conversations.actions.copy_checkpoints import ThreadTaken
from conversations.actions.update_task import ForbiddenTransition, UnknownTask, WrongVersion
from conversations.preconditions import ChangedMeanwhile
from memories.artifacts.keep_artifact import ArtifactTooLarge, DigestMismatch, UnknownMemory
from memories.artifacts.links import InvalidLink
from providers.embedding import EmbeddingRefused, EmbeddingUnavailable
from providers.statements import InvalidCategory, InvalidKey
from retrieval import reach
from retrieval.replay import NotReplayable, UnknownEvent, UnknownModel

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 5


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


class Malformed(Problem):
    status_code, slug, title = 400, "malformed", "The request cannot be read"


class NotAuthenticated(Problem):
    status_code, slug, title = 401, "not-authenticated", "No valid API key or login"


class Forbidden(Problem):
    status_code, slug, title = 403, "forbidden", "Not allowed"


class CategoryNotAllowed(Problem):
    status_code, slug, title = 403, "category-not-allowed", "The category is not on the role's allowlist"


class NeverRemembered(Problem):
    status_code, slug, title = 403, "never-remembered", "A policy says that this is never to be remembered"


class NotFound(Problem):
    status_code, slug, title = 404, "not-found", "There is nothing at this address"


class MethodNotAllowed(Problem):
    status_code, slug, title = 405, "method-not-allowed", "This address does not take that method"


class NotAcceptable(Problem):
    status_code, slug, title = 406, "not-acceptable", "Answers are JSON"


class Conflict(Problem):
    status_code, slug, title = 409, "conflict", "The state of things does not allow that"


class AlreadyDecided(Problem):
    status_code, slug, title = 409, "proposal-not-pending", "The proposal is no longer pending"


class ProposalChanged(Problem):
    status_code, slug, title = 409, "proposal-changed", "What would change is not what you were shown"


class RefusedByPerson(Problem):
    status_code, slug, title = 409, "refused-by-person", "The person refused this a short time ago"


class TooManyCodesIssued(Problem):
    status_code, slug, title = 429, "too-many-codes", "No further code is issued for this proposal today"


class KeyReused(Problem):
    status_code, slug, title = 409, "idempotency-key-reused", "That Idempotency-Key came with another request"


class StillRunning(Problem):
    status_code, slug, title = (
        409,
        "request-in-progress",
        "The first request with that Idempotency-Key is still running",
    )


class PreconditionFailed(Problem):
    status_code, slug, title = 412, "precondition-failed", "If-Match does not match what is stored now"


class BodyTooLarge(Problem):
    status_code, slug, title = 413, "body-too-large", "The body is larger than may be sent there"


class UnsupportedMediaType(Problem):
    status_code, slug, title = 415, "unsupported-media-type", "Bodies are application/json"


class Invalid(Problem):
    status_code, slug, title = 422, "invalid", "A value is not valid"

    def __init__(self, errors: Sequence[FieldError], detail: str = "") -> None:
        super().__init__(detail or "; ".join(f"{error['field']}: {error['detail']}" for error in errors[:3]))
        self.members = {"errors": list(errors)}


class Throttled(Problem):
    status_code, slug, title = 429, "throttled", "Too many requests"


class TooManyProposals(Problem):
    status_code, slug, title = 429, "too-many-proposals", "Too many proposals of this agent wait for the person"


class ServerError(Problem):
    status_code, slug, title = 500, "server-error", "The server made a mistake"


class Unavailable(Problem):
    status_code, slug, title = 503, "unavailable", "The database cannot be reached"


class EmbeddingDown(Problem):
    status_code, slug, title = 503, "embedding-unavailable", "The embedding model cannot be reached"


BY_DRF: dict[type[Exception], type[Problem]] = {
    exceptions.ParseError: Malformed,
    exceptions.NotAuthenticated: NotAuthenticated,
    exceptions.AuthenticationFailed: NotAuthenticated,
    exceptions.PermissionDenied: Forbidden,
    exceptions.NotFound: NotFound,
    exceptions.MethodNotAllowed: MethodNotAllowed,
    exceptions.NotAcceptable: NotAcceptable,
    exceptions.UnsupportedMediaType: UnsupportedMediaType,
    PermissionDenied: Forbidden,
    Http404: NotFound,
    # Of forms with a file.
    MultiPartParserError: Malformed,
    SuspiciousOperation: Malformed,
    ArtifactTooLarge: BodyTooLarge,
    UnknownMemory: NotFound,
    InvalidLink: NotFound,
}
WRONG_FIELDS: dict[type[Exception], str] = {NotAmendable: "value", NoSuchRule: "remember", NotSaid: "turn_id"}
# What the domain raises when it refuses: nothing was changed.
REFUSALS = (
    exceptions.APIException, NotAllowed, UnknownPerson, UnknownSession, UnknownProposal, NotYours, NotPending,
    NotAmendable, NoSuchRule, NoRelay, NotSaid, NotDecided,
    TooManyCodes, InvalidKey, InvalidCategory, ArtifactTooLarge, DigestMismatch, UnknownMemory,
    UnknownTask, ThreadTaken, WrongVersion, ForbiddenTransition, ChangedMeanwhile,
)  # fmt: skip
ALL: list[type[Problem]] = [
    Malformed, NotAuthenticated, Forbidden, CategoryNotAllowed, NeverRemembered, NotFound, MethodNotAllowed,
    NotAcceptable, Conflict, AlreadyDecided, ProposalChanged, RefusedByPerson, KeyReused, StillRunning,
    PreconditionFailed, BodyTooLarge, UnsupportedMediaType, Invalid, Throttled, TooManyProposals,
    TooManyCodesIssued, ServerError, Unavailable, EmbeddingDown,
]  # fmt: skip


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's hook.

    None for what nobody foresaw: Django logs it and `errors.server_error` answers, without a stack trace.
    """
    problem = as_problem(error)
    if problem is None:
        return None
    if auth_header := getattr(error, "auth_header", None):
        problem.headers["WWW-Authenticate"] = auth_header
    return render(problem)


def render(problem: Problem) -> Response:
    return Response(as_json(problem), status=problem.status_code, headers=problem.headers, content_type=MEDIA_TYPE)


def as_json(problem: Problem) -> dict[str, Any]:
    """The members of RFC 9457, then the problem's own."""
    return {
        "type": f"/problems/{problem.slug}",
        "title": problem.title,
        "status": problem.status_code,
        "detail": str(problem.detail),
        **problem.members,
    }


def as_problem(error: Exception) -> Problem | None:
    """The problem that tells of an exception; None when it is nobody's fault but the server's."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, exceptions.Throttled):
        wait = str(round(getattr(error, "wait", None) or 1))
        return Throttled(f"Try again in {wait} s.", headers={"Retry-After": wait})
    if isinstance(error, OperationalError | InterfaceError):
        return Unavailable(headers={"Retry-After": str(RETRY_SECONDS)})
    if isinstance(error, EmbeddingUnavailable | EmbeddingRefused):
        return EmbeddingDown(str(error), headers={"Retry-After": str(RETRY_SECONDS)})
    for kind, problem in BY_DRF.items():
        if isinstance(error, kind):
            return problem(str(getattr(error, "detail", error)))
    return _decision_problem(error) or _domain_problem(error)


def _decision_problem(error: Exception) -> Problem | None:
    """Why an answer to a proposal does not count."""
    problem: Problem | None = None
    match error:
        case UnknownProposal():
            problem = NotFound()
        case NotYours() | NoRelay():
            problem = Forbidden(str(error))
        case NotShown():
            problem = ProposalChanged(str(error), state=error.state, shown_hash=error.shown_hash)
        case NotDecided():
            problem = Conflict(str(error))
        case NotPending():
            problem = AlreadyDecided(str(error), state=error.state)
        case TooManyCodes():
            problem = TooManyCodesIssued(str(error), headers={"Retry-After": "3600"})
        case NotAmendable() | NoSuchRule() | NotSaid():
            field = WRONG_FIELDS[type(error)]
            problem = Invalid([{"field": field, "code": "refused", "detail": str(error)}])
    return problem


def _domain_problem(error: Exception) -> Problem | None:
    problem: Problem | None = None
    match error:
        case NotAllowed(category=str(category)) if category:
            problem = CategoryNotAllowed(str(error), category=category)
        case reach.CategoryNotAllowed():
            problem = CategoryNotAllowed(str(error), category=error.category)
        case NotAllowed() | reach.NotGranted() | reach.WrongAgent():
            problem = Forbidden(str(error))
        case UnknownPerson() | reach.UnknownPerson():
            problem = NotFound("There is no such person in this workspace.")
        case UnknownSession() | UnknownTask() | UnknownEvent():
            problem = NotFound()
        case ThreadTaken() | WrongVersion() | ForbiddenTransition() | NotReplayable():
            problem = Conflict(str(error))
        case ChangedMeanwhile():
            problem = PreconditionFailed(str(error))
        case reach.ScopeRequired():
            problem = Invalid([{"field": "user_id", "code": "missing", "detail": str(error)}])
        case UnknownModel():
            problem = Invalid([{"field": "model", "code": "unknown", "detail": str(error)}])
        case DigestMismatch():
            problem = Invalid([{"field": "sha256", "code": "mismatch", "detail": str(error)}])
        case InvalidKey() | InvalidCategory():
            field = "key" if isinstance(error, InvalidKey) else "category"
            problem = Invalid([{"field": field, "code": "invalid", "detail": str(error)}])
    return problem
