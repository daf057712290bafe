from django.db import models

from workspaces.models import TenantModel


class Tombstone(TenantModel):
    """That everything about a person was erased: by whom, when, and how much of what. No content, no name.

    Made when it is asked for; `erased_at` is empty until nothing is left. `history_id` is the row of History that
    seals it. `requested_by` is an account's id.
    """

    person_id = models.UUIDField()
    requested_by = models.UUIDField(null=True)
    requested_at = models.DateTimeField()
    erased_at = models.DateTimeField(null=True)
    counts = models.JSONField(default=dict, help_text="Rows by table, as counted when it was asked for.")
    history_id = models.UUIDField(null=True)

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "person_id"], name="tombstone_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} ({'erased' if self.erased_at else 'being erased'})"
