from django.db import models

from workspaces.models import Person, TenantForeignKey, TenantModel


class LexemeStatistics(TenantModel):
    """In how many texts about a person a lexeme stands; kept for people with many texts only, where counting at query
    time is too slow. The empty lexeme's row counts all texts.
    """

    person = TenantForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    lexeme = models.TextField()
    documents = models.PositiveBigIntegerField()

    class Meta(TenantModel.Meta):
        verbose_name_plural = "lexeme statistics"
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["workspace", "person", "lexeme"], name="lexeme_once"),
        ]

    def __str__(self) -> str:
        return f"{self.lexeme}: {self.documents}"
