"""The paths of the newest client, and those of the open server, which older clients use, too."""

from django.urls import path

from interfaces.compat.mem0.batch import Batch
from interfaces.compat.mem0.entities import Entities, OneEntity
from interfaces.compat.mem0.history import MemoryHistory
from interfaces.compat.mem0.memories import Listing, Memories, OneMemory
from interfaces.compat.mem0.search import Search
from interfaces.compat.mem0.views import NotHere, Ping

EXPORTS = "Not served: list memories with get_all, or export a person with GET /api/v1/users/{id}/export."
FEEDBACK = "Not served: whether a memory is right, only the person says, on its page."
PLATFORM = "Not served: profiles, summaries, projects and webhooks of mem0's platform."

urlpatterns = [
    path("v1/ping/", Ping.as_view()),
    path("v3/memories/search/", Search.as_view()),
    path("v3/memories/add/", Memories.as_view(http_method_names=["post"])),
    path("v3/memories/", Listing.as_view()),
    path("v1/memories/<uuid:memory_id>/", OneMemory.as_view()),
    path("v1/memories/<uuid:memory_id>/history/", MemoryHistory.as_view()),
    path("v1/memories/", Memories.as_view()),
    path("v1/entities/", Entities.as_view()),
    path("v2/entities/<str:kind>/<str:name>/", OneEntity.as_view(http_method_names=["delete"])),
    path("v1/batch/", Batch.as_view()),
    path("v1/exports/", NotHere.as_view(reason=EXPORTS)),
    path("v1/exports/get/", NotHere.as_view(reason=EXPORTS)),
    path("v1/feedback/", NotHere.as_view(reason=FEEDBACK)),
    path("v1/summary/", NotHere.as_view(reason=PLATFORM)),
    path("v2/entities/<str:kind>/<str:name>/profile/", NotHere.as_view(reason=PLATFORM)),
    path("v2/profiles/<path:rest>", NotHere.as_view(reason=PLATFORM)),
    path("api/v1/<path:rest>", NotHere.as_view(reason=PLATFORM)),
    path("search", Search.as_view()),
    path("memories", Memories.as_view()),
    path("memories/<uuid:memory_id>", OneMemory.as_view()),
    path("memories/<uuid:memory_id>/history", MemoryHistory.as_view()),
]
