from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.gzip import gzip_page
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularAPIView

from interfaces.rest.service import DocsPage, ProblemTypes, UnknownPath, healthz, readyz

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("interfaces.rest.urls")),
    # A megabyte of text without a secret, so that compressing it tells nobody anything.
    path("api/schema/", gzip_page(SpectacularAPIView.as_view()), name="schema"),
    path("api/docs/", DocsPage.as_view(url_name="schema"), name="docs"),
    path("api/schema", RedirectView.as_view(pattern_name="schema")),
    path("api/docs", RedirectView.as_view(pattern_name="docs")),
    path("api", RedirectView.as_view(pattern_name="docs")),
    path("api/", RedirectView.as_view(pattern_name="docs")),
    path("docs", RedirectView.as_view(pattern_name="docs")),
    path("docs/", RedirectView.as_view(pattern_name="docs")),
    path("api/<path:unknown>", UnknownPath.as_view()),
    path("compat/", include("interfaces.compat.urls")),
    path("problems/<slug:slug>", ProblemTypes.as_view(), name="problem"),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("", include("interfaces.mcp.oauth.urls")),
    path("", include("interfaces.pages.urls")),
]
