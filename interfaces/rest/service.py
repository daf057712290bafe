"""What is no resource: health, the documentation page, types of problems, unknown addresses."""

from django.http import HttpRequest, JsonResponse
from django.urls import resolve, reverse
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from interfaces.rest import problems
from operations.monitoring import health


class DocsPage(SpectacularSwaggerSplitView):
    """The API's documentation to read and try, without a request to any other host.

    Its script is an answer of its own and its styles a file, so that the strict Content-Security-Policy holds
    here too.
    """

    template_name = "rest/docs.html"


NO_STORE = {"Cache-Control": "no-store"}


def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers; this says nothing about the database."""
    return JsonResponse({"status": "ok"}, headers=NO_STORE)


def readyz(request: HttpRequest) -> JsonResponse:
    status, content = health.readiness([*health.database_verdicts(), *health.machine_verdicts()])
    return JsonResponse(content, status=status, headers=NO_STORE)


class UnknownPath(APIView):
    """Any other address below /api/. One that only ends in a slash too many is told its right form."""

    permission_classes = [AllowAny]
    authentication_classes = []
    schema = None

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        docs = request.build_absolute_uri(reverse("docs"))
        right = request.path.rstrip("/")
        if right != request.path and getattr(resolve(right).func, "view_class", None) is not UnknownPath:
            raise problems.NotFound(f"There is nothing at {request.path}; did you mean {right}?", docs=docs)
        raise problems.NotFound(f"There is nothing at {request.path}. All addresses are listed at {docs}.", docs=docs)


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
