"""What the background mind has still to do is found from small indexes."""

import django.contrib.postgres.indexes
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("conversations", "0007_background_mind")]

    operations = [
        AddIndexConcurrently(
            model_name="turn",
            index=django.contrib.postgres.indexes.GinIndex(fields=["search"], name="turn_search"),
        ),
        AddIndexConcurrently(
            model_name="turn",
            index=models.Index(
                condition=models.Q(("extracted_at__isnull", True), ("role", "user")),
                fields=["workspace", "created_at"],
                name="turn_unextracted",
            ),
        ),
        AddIndexConcurrently(
            model_name="session",
            index=models.Index(fields=["workspace", "unsummarised_turns"], name="session_by_unsummarised"),
        ),
        AddIndexConcurrently(
            model_name="session",
            index=models.Index(
                condition=models.Q(("closed_at__isnull", True)),
                fields=["workspace", "last_turn_at"],
                name="session_open_by_last_turn",
            ),
        ),
    ]
