from django.db import models

from workspaces.models.agent import Agent
from workspaces.models.person import Person
from workspaces.models.tenant import TenantForeignKey, TenantModel


class Exclusion(TenantModel):
    """A person has taken themselves out of an agent's grants for everyone (R1). A grant for them alone still counts."""

    agent = TenantForeignKey(Agent, on_delete=models.CASCADE, related_name="exclusions")
    person = TenantForeignKey(Person, on_delete=models.CASCADE, related_name="exclusions")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "agent", "person"], name="exclusion_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person} not by {self.agent}"
