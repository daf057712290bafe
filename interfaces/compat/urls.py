from django.urls import include, path

from interfaces.rest.unknown_path import UnknownPath

urlpatterns = [
    path("mem0/", include("interfaces.compat.mem0.urls")),
    path("anthropic/", include("interfaces.compat.anthropic.urls")),
    path("<path:unknown>", UnknownPath.as_view()),
]
