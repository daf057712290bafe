"""What a query's filters leave, counted and found from the index alone; one person's chunks of memories."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("memories", "0002_row_level_security")]

    operations = [
        AddIndexConcurrently(
            model_name="memory",
            index=models.Index(
                fields=["workspace", "person", "category"],
                include=[
                    "id",
                    "state",
                    "validation_status",
                    "expires_at",
                    "sensitivity",
                    "sensitivity_rank",
                    "memory_type",
                    "pinned",
                    "importance",
                    "updated_at",
                ],
                name="memory_by_reach",
            ),
        ),
        AddIndexConcurrently(
            model_name="chunk",
            index=models.Index(
                fields=["workspace", "person_id"],
                condition=models.Q(superseded_at__isnull=True, turn__isnull=True),
                name="chunk_by_person",
            ),
        ),
    ]
