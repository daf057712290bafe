"""Views without a resource: health, the documentation page, types of problems, unknown addresses."""

import json
import tarfile
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from interfaces.rest import problems
from interfaces.rest.authentication import PersonSessionAuthentication, Principal, people_of
from interfaces.rest.errors import ALL_PROBLEMS
from interfaces.rest.negotiation import JSON, JSONRenderer
from interfaces.rest.problem import described
from operations.monitoring import health
from workspaces import scope
from workspaces.models import Account


class LoginIfAny(PersonSessionAuthentication):
    def authenticate(self, request: Request) -> tuple[Principal, None] | None:
        """Return the login's principal; a login without a workspace reads as a guest."""
        try:
            return super().authenticate(request)
        except problems.Forbidden:
            return None


class DocsPage(SpectacularSwaggerSplitView):
    """The API's documentation to read and try, without a request to any other host.

    Its script is an answer of its own and its styles a file, so that the strict Content-Security-Policy holds
    here too.
    """

    template_name = "rest/docs.html"
    template_name_js = "rest/docs.js"
    authentication_classes = (LoginIfAny,)
    schema = None

    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        page: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        visitor = request.user if isinstance(request.user, Principal) else None
        page.data["sign_in"] = "" if visitor else reverse("account_login", query={"next": request.path})
        if visitor:
            page.data["signed_in_as"] = Account.objects.get(id=visitor.actor.id).get_username()
        if "script" in request.GET:
            page.data["person_id"] = _example_person(visitor) if visitor else None
            page.data["is_themselves"] = bool(visitor and visitor.actor.person_id)
        return page


def _example_person(principal: Principal) -> UUID | None:
    """Return the person for whom a signed-in visitor may try a call: themselves, or else the first person of their
    workspace."""
    with scope.enter(principal.actor.workspace_id):
        people = people_of(principal, now=timezone.now()).order_by("created_at")
        return principal.actor.person_id or people.values_list("id", flat=True).first()


NO_STORE = {"Cache-Control": "no-store"}


def healthz(request: HttpRequest) -> JsonResponse:
    """Report that the process is running; the database is not checked."""
    return JsonResponse({"status": "ok"}, headers=NO_STORE)


def readyz(request: HttpRequest) -> JsonResponse:
    status, content = health.readiness([*health.database_verdicts(), *health.machine_verdicts()])
    return JsonResponse(content, status=status, headers=NO_STORE)


def robots(request: HttpRequest) -> HttpResponse:
    """Keep search engines out."""
    return HttpResponse("User-agent: *\nDisallow: /\n", content_type="text/plain")


HTML = "text/html"
ADDRESSES = 4  # number of addresses whose description a process caches


@require_safe
def python_client(request: HttpRequest) -> HttpResponse:
    """`GET /clients/python.tar.gz`: the Python client's source, in a form that pip can install."""
    return HttpResponse(_packed_client(), content_type="application/gzip")


@cache
def _packed_client() -> bytes:
    packed, home = BytesIO(), Path(settings.BASE_DIR) / "clients" / "python"
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for part in ("pyproject.toml", "README.md", "src"):
            archive.add(home / part, f"memory-server-client/{part}", filter=_published)
    return packed.getvalue()


def _published(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """Filter members of the archive: no bytecode, and no account names of this machine."""
    member.uid, member.gid, member.uname, member.gname = 0, 0, "", ""
    return None if "__pycache__" in member.name else member


class Description(SchemaGenerator):
    """Generated once for each address of the server, which takes a quarter of a second."""

    _made: ClassVar[dict[str, dict[str, Any]]] = {}

    def get_schema(self, request: Request | None = None, public: bool = False) -> dict[str, Any]:
        address = request.build_absolute_uri("/") if request else ""
        if address not in self._made:
            if len(self._made) >= ADDRESSES:
                self._made.clear()
            self._made[address] = super().get_schema(request, public)  # type: ignore[no-untyped-call]
        return self._made[address]


class SchemaFile(SpectacularAPIView):
    """The OpenAPI description; a browser shows it as text."""

    schema = None
    generator_class = Description

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        return super().perform_content_negotiation(request, force=force or _reads_text(request))

    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        answer: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        if _reads_text(request):
            answer.content_type = "text/plain; charset=utf-8"
        return answer

    def handle_exception(self, exc: Exception) -> Response:
        """Render problems as JSON, whatever type was requested."""
        self.request.accepted_renderer, self.request.accepted_media_type = JSONRenderer(), JSON
        return super().handle_exception(exc)

    def _get_filename(self, request: Request, version: str | None) -> str:
        return f"openapi.{self.perform_content_negotiation(request, force=True)[0].format}"


def _reads_text(request: Request) -> bool:
    return HTML in request.headers.get("Accept", "") and "format" not in request.GET


@method_decorator(vary_on_headers("Accept"), name="dispatch")
class ProblemPage(APIView):
    """A page for browsers, else JSON."""

    permission_classes = [AllowAny]
    authentication_classes = []
    schema = None

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Skip renderers for pages, so that a browser that accepts only HTML is not refused."""
        return super().perform_content_negotiation(request, force=True)

    @property
    def is_for_browser(self) -> bool:
        return bool(self.request._request.get_preferred_type([JSON, HTML]) == HTML)

    def page(self, template: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
        return render(self.request._request, template, context, status=status)


class ProblemTypes(ProblemPage):
    """`GET /problems/`: every type of problem, by its status."""

    def get(self, request: Request) -> HttpResponse:
        kinds = [described(kind) for kind in sorted(ALL_PROBLEMS, key=lambda one: (one.status_code, one.slug))]
        if self.is_for_browser:
            return self.page("rest/problems.html", {"problems": kinds})
        return Response({"results": kinds})


class ProblemType(ProblemPage):
    """`GET /problems/{slug}`: what the `type` of a problem leads to."""

    def get(self, request: Request, slug: str) -> HttpResponse:
        kind = next((one for one in ALL_PROBLEMS if one.slug == slug), None)
        if kind is None and self.is_for_browser:
            return self.page("rest/unknown_problem.html", {"slug": slug}, status=404)
        if kind is None:
            raise problems.NotFound
        description = described(kind)
        if not self.is_for_browser:
            return Response(description)
        example = json.dumps(description["example"], indent=2, ensure_ascii=False)
        return self.page("rest/problem.html", description | {"example": example})
