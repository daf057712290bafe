from django.db import models
from django.utils.translation import gettext_lazy as _
from pgvector.django import HalfVectorField

from memories import limits
from memories.models.chunk import Chunk
from providers.embedding import ModelInfo
from workspaces.models import TenantForeignKey, TenantModel


class ModelState(models.TextChoices):
    BUILDING = "building", _("Being built")
    ACTIVE = "active", _("Serving")
    RETIRED = "retired", _("Retired")


class EmbeddingModel(models.Model):
    """A model whose vectors are stored. Global: vectors of different models are never compared."""

    name = models.CharField(max_length=limits.MODEL_NAME_CHARACTERS)
    version = models.CharField(max_length=128)
    dimensions = models.PositiveSmallIntegerField()
    max_tokens = models.PositiveIntegerField(default=0, help_text="What it reads at once; 0 when not known.")
    query_prompt = models.CharField(max_length=200, blank=True, help_text="Put before each question.")
    passage_prompt = models.CharField(max_length=200, blank=True, help_text="Put before each text that is stored.")
    calibration = models.JSONField(
        null=True, blank=True, help_text="Relevances and the scores, 0..1, that they mean (R10); fit_calibration."
    )
    is_local = models.BooleanField(default=True, help_text="Embeds in process; others over the network.")
    state = models.CharField(max_length=16, choices=ModelState.choices, default=ModelState.BUILDING)
    created_at = models.DateTimeField(auto_now_add=True)
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["name", "version", "passage_prompt"], name="embedding_model_once"),
            models.UniqueConstraint(
                fields=["state"],
                condition=models.Q(state=ModelState.ACTIVE),
                name="one_active_embedding_model",
            ),
            models.CheckConstraint(condition=models.Q(dimensions__gt=0), name="embedding_dimensions_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.version})"

    @property
    def info(self) -> ModelInfo:
        """The model as `providers.embedding` knows it."""
        return ModelInfo(self.name, self.version, self.dimensions, self.max_tokens, self.is_local)


class Embedding(TenantModel):
    """The vector of one chunk by one model, in a narrow table of its own: with the text it would be stored in TOAST.

    `person_id` is repeated here so that one person's vectors are found by one b-tree.
    """

    chunk = TenantForeignKey(Chunk, on_delete=models.CASCADE, related_name="embeddings", db_index=False)
    model = models.ForeignKey(EmbeddingModel, on_delete=models.CASCADE, related_name="+", db_index=False)
    person_id = models.UUIDField(null=True)
    vector = HalfVectorField()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "chunk", "model"], name="embedding_per_chunk_and_model"),
        ]
        indexes = [models.Index(fields=["workspace", "person_id", "model"], name="embedding_by_person")]

    def __str__(self) -> str:
        return f"embedding of {self.chunk_id}"
