"""Exporting and closing the workspace, by its owners. Closing requires the workspace's name and the password."""

from tempfile import SpooledTemporaryFile

from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from interfaces.admin.views.after_scope import IN_MEMORY_BYTES, AfterScope
from interfaces.admin.views.confirmation import name_problem, password_problem, remember_name, typed_name
from interfaces.admin.views.permissions import current_workspace, is_owner
from operations.privacy.close_workspace import NotClosed, NotOpen, reopen_workspace, request_closing
from operations.privacy.workspace_export import write_workspace_export
from workspaces.actors import Actor


class Back(AfterScope, HttpResponseRedirect):
    """Redirects back to the page."""

    def __init__(self) -> None:
        super().__init__(reverse("admin:closing"))


class ClosedWorkspace(Back):
    """Closes the workspace if name and password are right, else reports what is wrong."""

    def __init__(self, confirmation: str, password: str, name: str) -> None:
        super().__init__()
        self.confirmation, self.password, self.name = confirmation, password, name

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        wrong = [name_problem(self.confirmation, self.name), password_problem(request, self.password)]
        if any(wrong):
            messages.error(request, " ".join([*filter(None, wrong), _("Nothing was closed.")]))
            remember_name(request, self.url, self.confirmation)
            return self
        try:
            request_closing(confirmation=self.confirmation, actor=actor, now=timezone.now(), days=settings.CLOSING_DAYS)
        except NotOpen:
            messages.info(request, _("This workspace is closed already."))
        else:
            messages.success(request, _("The workspace is closed. Its keys are refused from now on."))
        return self


class ReopenedWorkspace(Back):
    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        try:
            reopen_workspace(actor=actor, now=timezone.now())
        except NotClosed:
            messages.error(request, _("It cannot be opened again: it is open, or being erased."))
        else:
            messages.success(request, _("The workspace is open again. Its keys work as before."))
        return self


class WorkspaceExport(AfterScope, HttpResponse):
    """Everything in the workspace as an archive; the export is recorded."""

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        now = timezone.now()
        # The response closes it.
        file = SpooledTemporaryFile(max_size=IN_MEMORY_BYTES)  # noqa: SIM115
        write_workspace_export(file, actor=actor, now=now)
        file.seek(0)
        name = f"workspace-{actor.workspace_id}-{now:%Y-%m-%d}.zip"
        response = FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")
        add_never_cache_headers(response)
        return response


def closing_page(request: HttpRequest) -> HttpResponse:
    _check(request)
    if request.method == "POST" and "reopen" in request.POST:
        return ReopenedWorkspace()
    if request.method == "POST":
        confirmation, password = (request.POST.get(name, "") for name in ("confirmation", "password"))
        return ClosedWorkspace(confirmation, password, current_workspace(request).name)
    page = {
        "title": _("Export or close this workspace"),
        "workspace": current_workspace(request),
        "days": settings.CLOSING_DAYS,
        "typed": typed_name(request, request.path),
    }
    return TemplateResponse(request, "admin/closing.html", admin.site.each_context(request) | page)


def export_page(request: HttpRequest) -> HttpResponse:
    _check(request)
    if request.method != "POST":
        raise PermissionDenied
    return WorkspaceExport()


def _check(request: HttpRequest) -> None:
    if not is_owner(request):
        raise PermissionDenied
