from django.db import models

from workspaces.models import TenantModel


class Tombstone(TenantModel):
    """Records the erasure of a person: by whom, when, and how many rows. No content, no name.

    Created with the request; `erased_at` is empty until the erasure ends. `history_id` is its row of History,
    `requested_by` an account's id, and `is_own` says that it was the person's own request.
    """

    person_id = models.UUIDField()
    requested_by = models.UUIDField(null=True)
    is_own = models.BooleanField(default=False, db_default=False)
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
