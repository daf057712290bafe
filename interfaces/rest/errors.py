"""Which problem tells of which exception: one table, from which follows as well whether a request changed nothing."""

import sys
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.views import defaults
from psycopg.errors import LockNotAvailable
from rest_framework import exceptions
from rest_framework.response import Response

from consent.proposals import errors
from consent.tasks import TellsOfSomebody
from conversations.access import ChangedMeanwhile, NotAllowed, UnknownPerson
from conversations.actions.copy_checkpoints import ThreadTaken
from conversations.actions.sessions import UnknownSession
from conversations.actions.tasks import ForbiddenTransition, UnknownTask, WrongVersion
from interfaces.rest import problems
from interfaces.rest.problems import Problem
from memories.artifacts.links import InvalidLink
from memories.artifacts.store_artifact import ArtifactTooLarge, DigestMismatch, UnknownMemory
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

RETRY_LATER = {"Retry-After": "5"}
BUSY = "Another transaction holds what this request needs, longer than a request waits. Try again."
NO_MODEL = "The embedding model is not on this server. Whoever runs it: manage.py reembed says what is missing."
NO_SUCH_PERSON = "There is no such person in this workspace."

Builder = Callable[[Any], Problem]


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's hook.

    None for what nobody foresaw: Django logs it and `errors.server_error` answers, without a stack trace.
    """
    problem = as_problem(error)
    if problem is None:
        return None
    if auth_header := getattr(error, "auth_header", None):
        problem.headers["WWW-Authenticate"] = auth_header
    body = problems.as_json(problem)
    return Response(body, status=problem.status_code, headers=problem.headers, content_type=problems.MEDIA_TYPE)


def as_problem(error: Exception) -> Problem | None:
    """The problem that tells of an exception; None when it is nobody's fault but the server's."""
    if isinstance(error, Problem):
        return error
    build = next((BUILDERS[kind] for kind in type(error).__mro__ if kind in BUILDERS), None)
    return build(error) if build else None


def changed_nothing(error: Exception) -> bool:
    """Whether the request that ended with it left everything as it was, so that it may be sent again or corrected.

    So it is with every refusal; and what a request needs embedded is embedded before anything is written (R25). Of a
    database that went away nobody knows.
    """
    problem = as_problem(error)
    return problem is not None and (problem.status_code < 500 or isinstance(problem, problems.EmbeddingDown))


def _said(problem: type[Problem], headers: Mapping[str, str] = {}) -> Builder:
    """In the exception's own words."""
    return lambda error: problem(str(getattr(error, "detail", error)), headers=dict(headers))


def _plain(problem: type[Problem], detail: str = "", headers: Mapping[str, str] = {}) -> Builder:
    return lambda error: problem(detail, headers=dict(headers))


def _wrong(field: str, code: str = "refused") -> Builder:
    return lambda error: problems.Invalid([{"field": field, "code": code, "detail": str(error)}])


def _not_allowed(error: NotAllowed | authorization.CategoryNotAllowed) -> Problem:
    if error.category:
        return problems.CategoryNotAllowed(str(error), category=error.category)
    return problems.Forbidden(str(error))


def _throttled(error: exceptions.Throttled) -> Problem:
    wait = str(round(getattr(error, "wait", None) or 1))
    return problems.Throttled(f"Try again in {wait} s.", headers={"Retry-After": wait})


def _database(error: OperationalError) -> Problem:
    if isinstance(error.__cause__, LockNotAvailable):
        return problems.Busy(BUSY, headers=dict(RETRY_LATER))
    return problems.Unavailable(headers=dict(RETRY_LATER))


# An exception that is not here is looked up by the nearest class that it inherits from.
BUILDERS: dict[type[BaseException], Builder] = {
    exceptions.ParseError: _said(problems.Malformed),
    exceptions.NotAuthenticated: _said(problems.NotAuthenticated),
    exceptions.AuthenticationFailed: _said(problems.NotAuthenticated),
    exceptions.PermissionDenied: _said(problems.Forbidden),
    exceptions.NotFound: _said(problems.NotFound),
    exceptions.MethodNotAllowed: _said(problems.MethodNotAllowed),
    exceptions.NotAcceptable: _said(problems.NotAcceptable),
    exceptions.UnsupportedMediaType: _said(problems.UnsupportedMediaType),
    exceptions.Throttled: _throttled,
    PermissionDenied: _said(problems.Forbidden),
    Http404: _said(problems.NotFound),
    # Of forms with a file.
    MultiPartParserError: _said(problems.Malformed),
    SuspiciousOperation: _said(problems.Malformed),
    OperationalError: _database,
    InterfaceError: _plain(problems.Unavailable, headers=RETRY_LATER),
    EmbeddingUnavailable: _said(problems.EmbeddingDown, RETRY_LATER),
    EmbeddingRefused: _said(problems.EmbeddingDown, RETRY_LATER),
    # In words of ours: theirs name folders.
    ModelNotPrepared: _plain(problems.EmbeddingDown, NO_MODEL, RETRY_LATER),
    PreparationFailed: _plain(problems.EmbeddingDown, NO_MODEL, RETRY_LATER),
    WeightsMismatch: _plain(problems.EmbeddingDown, NO_MODEL, RETRY_LATER),
    WeightsNotFound: _plain(problems.EmbeddingDown, NO_MODEL, RETRY_LATER),
    InvalidKey: _wrong("key", "invalid"),
    InvalidCategory: _wrong("category", "invalid"),
    ArtifactTooLarge: _said(problems.BodyTooLarge),
    DigestMismatch: _wrong("sha256", "mismatch"),
    TellsOfSomebody: _wrong("title", "refused"),
    UnknownMemory: _said(problems.NotFound),
    InvalidLink: _said(problems.NotFound),
    NotAllowed: _not_allowed,
    UnknownPerson: _plain(problems.NotFound, NO_SUCH_PERSON),
    UnknownSession: _plain(problems.NotFound),
    UnknownTask: _plain(problems.NotFound),
    ThreadTaken: _said(problems.Conflict),
    WrongVersion: _said(problems.Conflict),
    ForbiddenTransition: _said(problems.Conflict),
    ChangedMeanwhile: _said(problems.PreconditionFailed),
    errors.UnknownProposal: _plain(problems.NotFound),
    errors.NotYours: _said(problems.Forbidden),
    errors.NoRelay: _said(problems.Forbidden),
    errors.NotShown: lambda error: problems.ProposalChanged(str(error), state=error.state, shown_hash=error.shown_hash),
    errors.NotDecided: _said(problems.Conflict),
    errors.NotPending: lambda error: problems.AlreadyDecided(str(error), state=error.state),
    errors.TooManyCodes: _said(problems.TooManyCodesIssued, {"Retry-After": "3600"}),
    errors.NotAmendable: _wrong("value"),
    errors.NoSuchRule: _wrong("remember"),
    errors.NotSaid: _wrong("turn_id"),
    authorization.CategoryNotAllowed: _not_allowed,
    authorization.NotGranted: _said(problems.Forbidden),
    authorization.ScopeRequired: _wrong("user_id", "missing"),
    authorization.UnknownPerson: _plain(problems.NotFound, NO_SUCH_PERSON),
    replay.UnknownEvent: _plain(problems.NotFound),
    replay.UnknownModel: _wrong("model", "unknown"),
    replay.NotReplayable: _said(problems.Conflict),
}


API = "/api/"


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500: a problem for the API, the usual page for everything else; never a stack trace.

    What passes, such as a database that is away, is a 503 on pages too.
    """
    problem = _passing(sys.exception()) or problems.ServerError(
        "The error was logged. If it stays, tell whoever runs this server."
    )
    if request.path.startswith(API):
        body = problems.as_json(problem)
        return JsonResponse(body, status=problem.status_code, headers=problem.headers, content_type=problems.MEDIA_TYPE)
    page = defaults.server_error(request)
    return HttpResponse(page.content, status=problem.status_code, headers=problem.headers)


def _passing(error: BaseException | None) -> problems.Problem | None:
    """The problem that an exception is, where trying again helps."""
    problem = as_problem(error) if isinstance(error, Exception) else None
    return problem if problem is not None and problem.status_code == HTTPStatus.SERVICE_UNAVAILABLE else None
