"""Problems that arise outside any endpoint: unknown addresses, and what nobody foresaw."""

import sys
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views import defaults
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from interfaces.rest import problems
from interfaces.rest.exceptions import as_problem

API = "/api/"


class UnknownPath(APIView):
    """Any other address below /api/."""

    permission_classes = [AllowAny]
    authentication_classes = []
    schema = None

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        raise problems.NotFound


class ProblemTypes(APIView):
    """`GET /problems/{slug}`: what the `type` of a problem leads to."""

    permission_classes = [AllowAny]
    authentication_classes = []
    schema = None

    def get(self, request: Request, slug: str) -> Response:
        problem = next((one for one in problems.ALL if one.slug == slug), None)
        if problem is None:
            raise problems.NotFound
        return Response({"type": f"/problems/{slug}", "title": problem.title, "status": problem.status_code})


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
