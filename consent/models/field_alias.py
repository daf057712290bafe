from django.db import models
from django.db.models import Q

from memories.models.fact import FactCategory
from workspaces.models import TenantModel


class FieldAlias(TenantModel):
    """Another spelling of a fact's key, on top of those the server knows (`providers.statements.aliases`).

    `spelling` has small letters and digits only, so that "Home base", "home-base" and "homeBase" are one entry.
    """

    spelling = models.CharField(max_length=64)
    category = models.CharField(max_length=16, choices=FactCategory.choices)
    key = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(TenantModel.Meta):
        verbose_name_plural = "field aliases"
        constraints = [
            models.UniqueConstraint(fields=["workspace", "spelling"], name="alias_spelling_once"),
            models.CheckConstraint(condition=Q(spelling__regex=r"^[a-z0-9]{1,64}$"), name="alias_spelling_squashed"),
            models.CheckConstraint(condition=Q(key__regex=r"^[a-z0-9_.]{1,64}$"), name="alias_key_canonical"),
        ]

    def __str__(self) -> str:
        return f"{self.spelling} → {self.category}.{self.key}"
