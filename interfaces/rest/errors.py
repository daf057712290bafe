"""The problem for each exception: one table, which also says whether the request changed anything."""

import sys
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import redirect
from django.template.loader import get_template
from django.urls import Resolver404, is_valid_path
from django.utils import timezone
from django.utils.http import escape_leading_slashes
from django.views import defaults
from psycopg.errors import LockNotAvailable
from rest_framework import exceptions
from rest_framework.response import Response

from consent.proposals import errors
from consent.tasks import DisclosesPersonalData
from conversations.access import ChangedMeanwhile, NotAllowed, UnknownPerson
from conversations.actions.copy_checkpoints import NothingToCopy, ThreadTaken
from conversations.actions.sessions import UnknownSession
from conversations.actions.tasks import ForbiddenTransition, UnknownTask, WrongVersion
from interfaces.rest import problems
from interfaces.rest.consent import problems as consent_problems
from interfaces.rest.problem import MEDIA_TYPE, Problem, as_json
from memories.artifacts.links import InvalidLink
from memories.artifacts.store_artifact import ArtifactTooLarge, DigestMismatch, UnknownMemory
from operations.artifacts import SharedStatement
from providers.embedding import (
    EmbeddingRefused,
    EmbeddingUnavailable,
    ModelNotPrepared,
    PreparationFailed,
    WeightsMismatch,
    WeightsNotFound,
)
from providers.statements import InvalidCategory, InvalidKey
from retrieval import authorization, replay
from telemetry.requests import note_error
from workspaces.actors import Actor
from workspaces.models import QuotaExceeded

API = ("/api/", "/compat/")
# The types that `GET /problems/{slug}` describes.
ALL_PROBLEMS: list[type[Problem]] = Problem.__subclasses__()
RETRY_LATER = {"Retry-After": "5"}
BUSY = "Another transaction has locked what this request needs for too long. Try again."
NO_MODEL = "The embedding model is not on this server. The operator can run manage.py reembed to see what is missing."
NOT_JSON = "Answers are JSON. Leave the header 'Accept' out, or send 'Accept: application/json'."
NO_SESSION = "There is no such session that you may use. GET /sessions lists them."
NO_TASK = "There is no such task that you may read. GET /tasks lists them."
NO_PROPOSAL = "There is no such proposal that you may read. GET /proposals lists them."
NO_RECEIPT = "There is no such retrieval that you may read. GET /retrieval-events lists them."

Builder = Callable[[Any], Problem | None]


WHO_CHANGES_CATEGORIES = "An owner or admin changes that in the admin, under /admin/categories/."


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's hook.

    None for unexpected exceptions: Django logs them and `server_error` responds, without a stack trace.
    """
    problem = as_problem(error)
    if problem is None:
        return None
    if problem.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        note_error(error)
    if isinstance(problem, problems.MethodNotAllowed):
        detail = f"{problem.detail} Allowed: {', '.join(context['view'].allowed_methods)}."
        problem.detail = exceptions.ErrorDetail(detail)
    if isinstance(problem, problems.CategoryNotAllowed):
        problem.detail = exceptions.ErrorDetail(f"{problem.detail}{_own_categories(context['view'].actor)}")
    if auth_header := getattr(error, "auth_header", None):
        problem.headers["WWW-Authenticate"] = auth_header
    body = as_json(problem)
    return Response(body, status=problem.status_code, headers=problem.headers, content_type=MEDIA_TYPE)


def _own_categories(actor: Actor) -> str:
    """Name the categories that the caller may use instead, and who changes them; empty where no allowlist applies."""
    if actor.categories is None:
        return ""
    own = f"Yours: {', '.join(sorted(actor.categories))}." if actor.categories else "None is listed for it yet."
    return f" {own} {WHO_CHANGES_CATEGORIES}"


def as_problem(error: Exception) -> Problem | None:
    """Return the problem for an exception; None for a fault of the server."""
    if isinstance(error, Problem):
        return error
    build = next((BUILDERS[kind] for kind in type(error).__mro__ if kind in BUILDERS), None)
    return build(error) if build else None


def changed_nothing(error: Exception) -> bool:
    """Whether the failed request left everything unchanged, so that it may be sent again or corrected.

    True for every refusal, and for a failed embedding, because texts are embedded before anything is written (R25). If
    the database connection was lost, it is unknown.
    """
    problem = as_problem(error)
    return problem is not None and (problem.status_code < 500 or isinstance(problem, problems.EmbeddingDown))


def _detailed(problem: type[Problem], headers: Mapping[str, str] = {}) -> Builder:
    """Build a problem with the exception's own text."""
    return lambda error: problem(str(getattr(error, "detail", error)), headers=dict(headers))


def _plain(problem: type[Problem], detail: str = "", headers: Mapping[str, str] = {}) -> Builder:
    return lambda error: problem(detail, headers=dict(headers))


def _field_problem(field: str, code: str = "refused") -> Builder:
    return lambda error: problems.Invalid([{"field": field, "code": code, "detail": str(error)}])


def _not_allowed(error: NotAllowed | authorization.CategoryNotAllowed) -> Problem:
    if error.category:
        return problems.CategoryNotAllowed(str(error), category=error.category)
    return problems.Forbidden(str(error))


def _throttled(error: exceptions.Throttled) -> Problem:
    wait = str(round(getattr(error, "wait", None) or 1))
    return problems.Throttled(f"Try again in {wait} s.", headers={"Retry-After": wait})


def _media_type(error: exceptions.UnsupportedMediaType) -> Problem:
    return problems.UnsupportedMediaType(f"{error.detail} Send JSON with the header 'Content-Type: application/json'.")


def _quota(error: DatabaseError) -> Problem | None:
    """Return None for a mistake of the server."""
    found = QuotaExceeded.of(error)
    return problems.QuotaFull(str(found), quota=found.quota, limit=found.limit, used=found.used) if found else None


def _database(error: OperationalError) -> Problem:
    if isinstance(error.__cause__, LockNotAvailable):
        return problems.Busy(BUSY, headers=dict(RETRY_LATER))
    return problems.Unavailable(headers=dict(RETRY_LATER))


# Other exceptions are looked up by their nearest base class.
BUILDERS: dict[type[BaseException], Builder] = {
    exceptions.ParseError: _detailed(problems.Malformed),
    exceptions.NotAuthenticated: _plain(problems.NotAuthenticated, problems.NO_KEY),
    exceptions.AuthenticationFailed: _detailed(problems.NotAuthenticated),
    exceptions.PermissionDenied: _detailed(problems.Forbidden),
    exceptions.NotFound: _detailed(problems.NotFound),
    exceptions.MethodNotAllowed: _detailed(problems.MethodNotAllowed),
    exceptions.NotAcceptable: _plain(problems.NotAcceptable, NOT_JSON),
    exceptions.UnsupportedMediaType: _media_type,
    exceptions.Throttled: _throttled,
    PermissionDenied: _detailed(problems.Forbidden),
    Http404: _detailed(problems.NotFound),
    # Forms with a file.
    MultiPartParserError: _detailed(problems.Malformed),
    SuspiciousOperation: _detailed(problems.Malformed),
    DatabaseError: _quota,
    OperationalError: _database,
    InterfaceError: _plain(problems.Unavailable, headers=RETRY_LATER),
    EmbeddingUnavailable: _detailed(problems.EmbeddingDown, RETRY_LATER),
    EmbeddingRefused: _detailed(problems.EmbeddingDown, RETRY_LATER),
    # Their own texts would reveal folders.
    ModelNotPrepared: _plain(problems.EmbeddingDown, NO_MODEL, RETRY_LATER),
    PreparationFailed: _plain(problems.EmbeddingDown, NO_MODEL, RETRY_LATER),
    WeightsMismatch: _plain(problems.EmbeddingDown, NO_MODEL, RETRY_LATER),
    WeightsNotFound: _plain(problems.EmbeddingDown, NO_MODEL, RETRY_LATER),
    # Errors of the bucket. Their own texts would reveal its address.
    BotoCoreError: _plain(problems.StorageDown, headers=RETRY_LATER),
    ClientError: _plain(problems.StorageDown, headers=RETRY_LATER),
    InvalidKey: _field_problem("key", "invalid"),
    InvalidCategory: _field_problem("category", "invalid"),
    ArtifactTooLarge: _detailed(problems.BodyTooLarge),
    SharedStatement: _field_problem("file", "sensitive"),
    DigestMismatch: _field_problem("sha256", "mismatch"),
    DisclosesPersonalData: _field_problem("title", "refused"),
    UnknownMemory: _detailed(problems.NotFound),
    InvalidLink: _detailed(problems.NotFound),
    NotAllowed: _not_allowed,
    UnknownPerson: _plain(problems.NotFound, problems.NO_PERSON),
    UnknownSession: _plain(problems.NotFound, NO_SESSION),
    UnknownTask: _plain(problems.NotFound, NO_TASK),
    ThreadTaken: _detailed(problems.Conflict),
    NothingToCopy: _plain(problems.NotFound, problems.NO_STATE),
    WrongVersion: _detailed(problems.Conflict),
    ForbiddenTransition: _detailed(problems.Conflict),
    ChangedMeanwhile: _detailed(problems.PreconditionFailed),
    errors.UnknownProposal: _plain(problems.NotFound, NO_PROPOSAL),
    errors.NotYours: _detailed(problems.Forbidden),
    errors.NoRelay: _detailed(problems.Forbidden),
    errors.NotShown: lambda error: consent_problems.ProposalChanged(
        str(error), state=error.state, shown_hash=error.shown_hash
    ),
    errors.NotDecided: _detailed(problems.Conflict),
    errors.NotPending: lambda error: consent_problems.AlreadyDecided(str(error), state=error.state),
    errors.TooManyCodes: _detailed(consent_problems.TooManyCodesIssued, {"Retry-After": "3600"}),
    errors.NotAmendable: _field_problem("value"),
    errors.NoSuchRule: _field_problem("remember"),
    errors.NoValidAnswer: _field_problem("turn_id"),
    authorization.CategoryNotAllowed: _not_allowed,
    authorization.NotGranted: _detailed(problems.Forbidden),
    authorization.ScopeRequired: _field_problem("user_id", "missing"),
    authorization.UnknownPerson: _plain(problems.NotFound, problems.NO_PERSON),
    replay.UnknownEvent: _plain(problems.NotFound, NO_RECEIPT),
    replay.UnknownModel: _field_problem("model", "unknown"),
    replay.NotReplayable: _detailed(problems.Conflict),
}


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500: a problem for the API, the usual page for everything else; never a stack trace.

    Temporary failures, such as an unreachable database, are a 503 on pages too, and a full quota is a 403.
    """
    note_error(sys.exception())
    problem = _known_problem(sys.exception()) or problems.ServerError(
        "The error was logged. If it persists, contact the operator of this server."
    )
    if request.path.startswith(API):
        body = as_json(problem)
        return JsonResponse(body, status=problem.status_code, headers=problem.headers, content_type=MEDIA_TYPE)
    page = get_template("500.html").render(_page_context(request, problem))
    return HttpResponse(page, status=problem.status_code, headers=problem.headers)


def _page_context(request: HttpRequest, problem: Problem) -> dict[str, object]:
    """Return the page's context: title, links, and the id in the log. Uses no database, which may be down."""
    is_away = problem.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    return {
        "kind": "away" if is_away else "full" if isinstance(problem, problems.QuotaFull) else "fault",
        "retry": request.get_full_path() if request.method == "GET" else "",
        "is_admin": request.path.startswith("/admin/"),
        "reference": request.headers.get("X-Request-ID", ""),
        "at": timezone.now(),
    }


def _known_problem(error: BaseException | None) -> Problem | None:
    """Return the problem of an exception that is no fault of the server."""
    problem = as_problem(error) if isinstance(error, Exception) else None
    is_known = problem is not None and (
        problem.status_code == HTTPStatus.SERVICE_UNAVAILABLE or isinstance(problem, problems.QuotaFull)
    )
    return problem if is_known else None


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404: redirects addresses with a superfluous final slash to the page."""
    right = request.path.rstrip("/")
    is_meant = isinstance(exception, Resolver404) and right != request.path and is_valid_path(right)
    if is_meant and request.method in ("GET", "HEAD"):
        query = request.META["QUERY_STRING"]
        return redirect(escape_leading_slashes(right) + (f"?{query}" if query else ""), permanent=True)
    return defaults.page_not_found(request, exception)
