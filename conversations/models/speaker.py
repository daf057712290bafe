from django.db import models

from workspaces.models import Person, TenantForeignKey, TenantModel


class Speaker(TenantModel):
    """A name under which somebody speaks in a person's conversations, once: a question naming it is about them."""

    person = TenantForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=200)
    is_self = models.BooleanField(default=False, help_text="It is the person's own, though they are called otherwise.")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["workspace", "person", "name"], name="speaker_once"),
        ]

    def __str__(self) -> str:
        return self.name
