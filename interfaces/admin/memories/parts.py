"""The searchable parts of memories: facts, chunks and embeddings."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from consent.proposals.refused_values import states_refused_value
from interfaces.admin.tables.filters import FactKindFilter, ReplacedFilter, ValidFilter
from interfaces.admin.tables.model_admin import StaffModelAdmin
from interfaces.admin.texts.wording import recorded_text, shortened
from memories.models import Chunk, Embedding, EmbeddingModel, Fact

OF_REFUSED = states_refused_value(memory="memory_id", version="memory_version_id")


@admin.register(Fact)
class FactAdmin(StaffModelAdmin):
    list_display = ("key", "value", "kind", "person", "confidence", "valid_from", "valid_to")
    list_filter = (FactKindFilter, ("valid_to", ValidFilter))
    list_select_related = ("person",)
    search_fields = ("key", "value", "person__name")
    ordering = ("-valid_from",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Fact]:
        return super().get_queryset(request).exclude(OF_REFUSED)

    @admin.display(description=_("Kind of fact"), ordering="category")
    def kind(self, row: Fact) -> str:
        return row.get_category_display()


@admin.register(Chunk)
class ChunkAdmin(StaffModelAdmin):
    """The search index: derived, can be rebuilt."""

    list_display = ("excerpt", "chunk_index", "token_count", "is_lexical_only", "superseded_at")
    list_filter = ("is_lexical_only", ("superseded_at", ReplacedFilter))
    search_fields = ("text",)
    full_text = "search"
    ordering = ("-created_at",)
    exclude = deferred = ("search",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Chunk]:
        return super().get_queryset(request).exclude(OF_REFUSED)

    @admin.display(description=_("Text"))
    def excerpt(self, row: Chunk) -> str:
        return shortened(recorded_text(row.text))


@admin.register(Embedding)
class EmbeddingAdmin(StaffModelAdmin):
    """Which chunks have a vector, without the numbers."""

    list_display = ("chunk", "model", "person_id")
    list_filter = ("model",)
    search_fields = ("id",)
    list_select_related = ("chunk", "model")
    ordering = ("-id",)
    exclude = ("vector",)
    deferred = ("vector", "chunk__search", "chunk__text")


@admin.register(EmbeddingModel)
class EmbeddingModelAdmin(StaffModelAdmin):
    list_display = ("name", "version", "dimensions", "state", "created_at")
    list_filter = ("state",)
    search_fields = ("name",)
    ordering = ("-created_at",)
