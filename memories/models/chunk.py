from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, Func, Q

from conversations.models import Turn
from memories.models.memory import Memory
from memories.models.version import MemoryVersion
from providers.language import ENGLISH
from workspaces.models import TenantForeignKey, TenantModel
from workspaces.text_vectors import text_vector


class ChunkQuerySet(models.QuerySet["Chunk"]):
    def current(self) -> "ChunkQuerySet":
        return self.filter(superseded_at__isnull=True)

    def with_keywords(self) -> "ChunkQuerySet":
        """Annotate `keywords`: the most frequent lexemes (004)."""
        keywords = Func(F("search"), function="memories_keywords", output_field=ArrayField(models.TextField()))
        return self.annotate(keywords=keywords)

    def unembedded(self, model_id: int) -> "ChunkQuerySet":
        """Current chunks without a vector of this embedding model."""
        return self.current().filter(is_lexical_only=False).exclude(embeddings__model_id=model_id)


class Chunk(TenantModel):
    """A retrieval unit of 200–400 tokens (004, R9), derived from exactly one memory version or turn; can be rebuilt.

    A turn's chunk repeats no lexical index: the turn has its own.
    """

    memory = TenantForeignKey(Memory, on_delete=models.CASCADE, null=True, related_name="chunks", db_index=False)
    memory_version = TenantForeignKey(
        MemoryVersion, on_delete=models.CASCADE, null=True, related_name="chunks", db_index=False
    )
    turn = TenantForeignKey(Turn, on_delete=models.CASCADE, null=True, related_name="chunks", db_index=False)
    person_id = models.UUIDField(null=True)
    chunk_index = models.PositiveIntegerField(help_text="0-based place in its version or turn.")
    text = models.TextField()
    token_count = models.PositiveIntegerField()
    section_label = models.CharField(max_length=200, blank=True)
    chunk_hash = models.CharField(max_length=64)
    is_heading = models.BooleanField(default=False, help_text="Of title and summary: searched, but not shown.")
    is_lexical_only = models.BooleanField(default=False, help_text="Facts are found by words, never by vector (R12).")
    language = models.CharField(max_length=8, default=ENGLISH, help_text="Whose dictionary its words are indexed with.")
    search = models.GeneratedField(expression=text_vector(F("text")), output_field=SearchVectorField(), db_persist=True)
    created_at = models.DateTimeField(auto_now_add=True)
    superseded_at = models.DateTimeField(null=True, blank=True)

    objects = ChunkQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.CheckConstraint(
                condition=Q(memory__isnull=False, memory_version__isnull=False, turn__isnull=True)
                | Q(memory__isnull=True, memory_version__isnull=True, turn__isnull=False),
                name="chunk_of_version_or_turn",
            ),
            models.UniqueConstraint(
                fields=["workspace", "memory_version", "chunk_index"], name="chunk_place_in_version"
            ),
            models.UniqueConstraint(fields=["workspace", "turn", "chunk_index"], name="chunk_place_in_turn"),
        ]
        indexes = [
            models.Index(fields=["workspace", "memory"], name="chunk_by_memory"),
            models.Index(
                fields=["workspace", "person_id"],
                condition=Q(superseded_at__isnull=True, turn__isnull=True),
                name="chunk_by_person",
            ),
            models.Index(
                fields=["workspace", "superseded_at"],
                condition=Q(superseded_at__isnull=False),
                name="chunk_by_superseding",
            ),
            GinIndex(
                fields=["search"],
                condition=Q(superseded_at__isnull=True, turn__isnull=True),
                name="chunk_search",
            ),
        ]

    def __str__(self) -> str:
        return f"chunk {self.chunk_index} of {self.memory_version_id or self.turn_id}"
