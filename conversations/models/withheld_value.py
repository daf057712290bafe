from django.db import models

from workspaces.models import Person, TenantForeignKey, TenantModel


class WithheldValue(TenantModel):
    """A value that a question about the person states, for as long as they have not agreed to it (R19, R31).

    The clauses of their turns that say it are left out of retrieval. While the question waits, whoever asked it
    (`agent_id`, None for the server's own jobs) still reads them in the session; once it is refused, no agent does.
    """

    person = TenantForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    proposal_id = models.UUIDField()
    key = models.CharField(max_length=64, blank=True, help_text="The field; empty for a whole text.")
    value = models.CharField(max_length=500, help_text="Normalised.")
    agent_id = models.UUIDField(null=True)
    is_waiting = models.BooleanField()

    class Meta(TenantModel.Meta):
        indexes = [
            models.Index(fields=["workspace", "person"], name="withheld_value_by_person"),
            models.Index(fields=["workspace", "proposal_id"], name="withheld_value_by_proposal"),
        ]

    def __str__(self) -> str:
        return self.key
