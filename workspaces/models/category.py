from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from workspaces.models.tenant import TenantModel

SUPERVISOR = "supervisor"  # the role that reads what no allowlist names, besides its own (R3)


class ContextMode(models.TextChoices):
    ALL = "all", _("Always in context")
    RAG = "rag", _("Only what fits the question")


class Category(TenantModel):
    """A category of memories and how it enters a context (001 §5)."""

    name = models.CharField(max_length=64)
    context = models.CharField(max_length=8, choices=ContextMode.choices, default=ContextMode.RAG)
    rag_length = models.PositiveSmallIntegerField(default=30, help_text="Most items of a `rag` category in a context.")
    is_system = models.BooleanField(default=False)

    class Meta(TenantModel.Meta):
        verbose_name_plural = "categories"
        constraints = [
            models.UniqueConstraint(fields=["workspace", "name"], name="category_name_per_workspace"),
        ]

    def __str__(self) -> str:
        return self.name


class Allowlist(TenantModel):
    """The categories one agent role may ask for (001 §5, R3)."""

    role = models.CharField(max_length=64)
    categories = ArrayField(models.CharField(max_length=64), default=list)

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "role"], name="allowlist_per_role"),
        ]

    def __str__(self) -> str:
        return f"{self.role}: {', '.join(self.categories)}"
