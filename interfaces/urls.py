from django.templatetags.static import static
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.gzip import gzip_page
from django.views.generic import RedirectView

from interfaces.rest.service import (
    DocsPage,
    ProblemType,
    ProblemTypes,
    SchemaFile,
    healthz,
    python_client,
    readyz,
    robots,
)
from interfaces.rest.unknown_path import UnknownPath

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("interfaces.rest.urls")),
    # A megabyte of text without secrets, so that compressing it reveals nothing.
    path("api/schema/", gzip_page(SchemaFile.as_view()), name="schema"),
    path("api/docs/", DocsPage.as_view(url_name="schema"), name="docs"),
    path("api/schema", RedirectView.as_view(pattern_name="schema")),
    path("api/docs", RedirectView.as_view(pattern_name="docs")),
    path("api", RedirectView.as_view(pattern_name="docs")),
    path("api/", RedirectView.as_view(pattern_name="docs")),
    path("docs", RedirectView.as_view(pattern_name="docs")),
    path("docs/", RedirectView.as_view(pattern_name="docs")),
    path("api/<path:unknown>", UnknownPath.as_view()),
    path("compat/", include("interfaces.compat.urls")),
    path("problems/", ProblemTypes.as_view(), name="problems"),
    path("problems/<slug:slug>", ProblemType.as_view(), name="problem"),
    path("problems", RedirectView.as_view(pattern_name="problems")),
    path("robots.txt", robots, name="robots"),
    path("favicon.ico", RedirectView.as_view(url=static("icon.svg")), name="favicon"),
    path("clients/python.tar.gz", python_client, name="python_client"),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("", include("interfaces.mcp.oauth.urls")),
    path("", include("interfaces.pages.urls")),
]
