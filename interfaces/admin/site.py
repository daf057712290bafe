"""The admin site: signs in through allauth, shows one workspace at a time, and renders inside its scope."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from csp.constants import SELF, UNSAFE_EVAL, UNSAFE_INLINE
from csp.decorators import csp_update
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import SimpleTemplateResponse, TemplateResponse
from django.templatetags.static import static
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.sites import UnfoldAdminSite

from interfaces.admin.accounts.workspace_closing import closing_page, export_page
from interfaces.admin.categories.views import categories_page
from interfaces.admin.dashboard import dashboard
from interfaces.admin.menu import menu, place_in
from interfaces.admin.operations.health import findings
from interfaces.admin.operations.imports import import_run_page, imports_page
from interfaces.admin.operations.jobs_page import jobs_page, retry_runs
from interfaces.admin.operations.prompts import prompts_page
from interfaces.admin.policies import views as policies
from interfaces.admin.policies.sentence_trial import sentence_page
from interfaces.admin.tables.descriptions import matching
from interfaces.admin.tables.model_admin import StaffModelAdmin
from interfaces.admin.views.after_scope import AfterScope
from interfaces.admin.views.permissions import WORKSPACE_KEY, choices, is_owner, is_superuser, staff_membership
from interfaces.admin.views.responses import compact, not_allowed, not_found, not_understood
from interfaces.admin.yaml.editors import CategoriesView, PoliciesView
from interfaces.sign_in import has_second_step
from operations.monitoring.health import worker_state
from workspaces import scope
from workspaces.models import Account, Membership
from workspaces.models.membership import Role

View = Callable[..., HttpResponseBase]
POLICY_PAGES = (
    ("policies/", policies.policies_page, "policies"),
    ("policies/try/", sentence_page, "policy_try"),
    ("policies/rule/", policies.add_rule, "policy_add"),
    ("policies/rule/<uuid:rule_id>/", policies.edit_rule, "policy_edit"),
    ("policies/rule/<uuid:rule_id>/remove/", policies.remove_rule, "policy_remove"),
    ("policies/alias/", policies.add_alias, "policy_alias"),
    ("policies/alias/<uuid:alias_id>/remove/", policies.remove_alias, "policy_remove_alias"),
)
# Directives that unfold's Alpine and colour variables need; only for the admin.
UNFOLD_CSP = {"script-src": [SELF, UNSAFE_EVAL], "style-src": [SELF, UNSAFE_INLINE]}

# The pages' blue instead of the theme's purple: 4.5:1 for text, 500 on the dark background and 600 on the light one.
PRIMARY = {
    "50": "#f2f5fd",
    "100": "#e3eafb",
    "200": "#c6d4f7",
    "300": "#9db8ff",
    "400": "#84a4fa",
    "500": "#7c9df5",
    "600": "#2450c4",
    "700": "#1b3f9f",
    "800": "#173585",
    "900": "#142d6e",
    "950": "#0c1b45",
}


ACCOUNT_LINKS = (
    (_("Language and time zone"), "pages:preferences"),
    (_("Change password"), "account_change_password"),
    (_("Two-step sign-in"), "mfa_index"),
    (_("API documentation"), "docs"),
)


class StaffSite(UnfoldAdminSite):  # type: ignore[misc]
    site_title = site_header = _("Memory")
    index_title = _("Health")

    def register(self, model: Any, admin_class: type[Any] | None = None, **options: Any) -> None:
        """Register only admins that respect scopes and roles.

        django-q2's own pages, for example, would let staff schedule any dotted path.
        """
        if admin_class is not None and issubclass(admin_class, StaffModelAdmin):
            super().register(model, admin_class, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        return staff_membership(request) is not None

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        protected: View = super().admin_view(in_scope(view), cacheable)
        return protected

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Staff sign in like everyone else, so that throttling and the second step apply."""
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"), reverse("account_login"))

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return redirect("account_logout")

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return redirect("account_change_password")

    def extra_urls(self) -> list[URLPattern]:
        return [
            path("workspace/", self.admin_view(self.switch_workspace), name="switch_workspace"),
            path("categories/", self.admin_view(categories_page), name="category_config"),
            path("categories/yaml/", self.admin_view(CategoriesView.as_view()), name="category_yaml"),
            *(path(place, self.admin_view(view), name=name) for place, view, name in POLICY_PAGES),
            path("policies/yaml/", self.admin_view(PoliciesView.as_view()), name="policies_yaml"),
            path("prompts/", self.admin_view(prompts_page), name="prompts"),
            path("imports/", self.admin_view(imports_page), name="imports"),
            path("imports/<uuid:run_id>/", self.admin_view(import_run_page), name="import_run"),
            path("jobs/", self.admin_view(jobs_page), name="jobs"),
            path("jobs/retry/", self.admin_view(retry_runs), name="retry_runs"),
            path("workspace/closing/", self.admin_view(closing_page), name="closing"),
            path("workspace/export/", self.admin_view(export_page), name="export_workspace"),
            path("advanced/", self.admin_view(self.advanced), name="advanced"),
        ]

    def get_sidebar_list(self, request: HttpRequest) -> list[dict[str, Any]]:
        return menu(request)

    def advanced(self, request: HttpRequest) -> HttpResponse:
        query, tables = request.GET.get("q", "").strip(), self.get_app_list(request)
        page = {
            "title": _("Advanced"),
            "tables": matching(tables, query),
            "query": query,
            "is_owner": is_owner(request),
        }
        return TemplateResponse(request, "admin/advanced.html", self.each_context(request) | page)

    def switch_workspace(self, request: HttpRequest) -> HttpResponse:
        """Switch to another workspace, if the account may open it."""
        account, wanted = request.user, request.POST.get("workspace", "")
        assert isinstance(account, Account)
        if wanted in {str(membership.workspace_id) for membership in choices(account)}:
            request.session[WORKSPACE_KEY] = wanted
        return redirect("admin:index")

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        context: dict[str, Any] = super().each_context(request)
        membership = staff_membership(request)
        if membership is not None:
            place = {"menu_place": place_in(context["sidebar_navigation"])}
            context |= {"site_subheader": membership.workspace.name, "staff_membership": membership} | place
        icon = {"rel": "icon", "href": static("icon.svg"), "type": "image/svg+xml"}
        names = {"site_title": self.site_title, "site_header": self.site_header}
        ours = {
            "colors": context["colors"] | {"primary": PRIMARY},
            "styles": [static("css/admin.css")],
            "scripts": [static("js/admin.js")],
            "account_links": [{"title": title, "link": reverse(name)} for title, name in ACCOUNT_LINKS],
        }
        if membership is not None:
            page = reverse("admin:workspaces_workspace_change", args=[membership.workspace_id])
            ours["account_links"].insert(0, {"title": _("Settings of the workspace"), "link": page})
        return context | names | ours | {"site_favicons": [icon], "show_history": False}

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        account, membership = request.user, staff_membership(request)
        assert isinstance(account, Account) and membership is not None
        now = timezone.now()
        worker = worker_state()
        panels = dashboard(actor=membership.as_staff(), is_superuser=is_superuser(request), worker=worker, now=now)
        verdict = {"findings": findings(membership=membership, worker=worker, now=now)}
        context = {"staff_memberships": choices(account), "dashboard": panels} | verdict | (extra_context or {})
        response: HttpResponse = super().index(request, context)
        return response


def in_scope(view: View) -> View:
    """Run and render a view inside the workspace's scope; afterwards carry out an `AfterScope` response."""

    @wraps(view)
    @csp_update(UNFOLD_CSP)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        membership = staff_membership(request)
        assert membership is not None, "admin_view lets nobody through without a membership"
        if settings.STAFF_SECOND_STEP and not has_second_step(membership.account):
            messages.warning(request, _("The admin needs two-step sign-in. Turn it on first."))
            return redirect("mfa_index")
        try:
            if "%00" in request.META["QUERY_STRING"]:
                raise SuspiciousOperation("PostgreSQL stores no NUL, so no filter can ask for one.")
            with scope.enter(membership.workspace_id):
                response = view(request, *args, **kwargs)
                if isinstance(response, SimpleTemplateResponse):
                    response.render()
                    compact(response)
            return response.carry_out(request, membership.as_staff()) if isinstance(response, AfterScope) else response
        except (Http404, PermissionDenied, SuspiciousOperation) as error:
            return _refusal(request, error, membership)

    return inner


def _refusal(
    request: HttpRequest, error: Http404 | PermissionDenied | SuspiciousOperation, membership: Membership
) -> HttpResponse:
    """Return the page for the error, in a scope of its own, because the view's has ended."""
    with scope.enter(membership.workspace_id):
        context = admin.site.each_context(request)
        if isinstance(error, Http404):
            return not_found(request, context)
        if isinstance(error, SuspiciousOperation):
            return not_understood(request, context, error)
        return not_allowed(request, context, Role(membership.role))
