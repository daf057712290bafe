from django.urls import path

from interfaces.compat.anthropic.memories import Files, OneFile
from interfaces.compat.anthropic.stores import Archive, OneStore, Stores
from interfaces.compat.anthropic.versions import OneVersion, Redaction, Versions

STORE = "v1/memory_stores/<str:store_id>"

urlpatterns = [
    path("v1/memory_stores", Stores.as_view()),
    path(STORE, OneStore.as_view()),
    path(f"{STORE}/archive", Archive.as_view()),
    path(f"{STORE}/memories", Files.as_view()),
    path(f"{STORE}/memories/<str:memory_id>", OneFile.as_view()),
    path(f"{STORE}/memory_versions", Versions.as_view()),
    path(f"{STORE}/memory_versions/<str:version_id>", OneVersion.as_view()),
    path(f"{STORE}/memory_versions/<str:version_id>/redact", Redaction.as_view()),
]
