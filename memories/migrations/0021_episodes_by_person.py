"""A person's episodes by their type: every context compares them with its question."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("memories", "0020_exports_in_history")]

    operations = [
        AddIndexConcurrently(
            model_name="memory",
            index=models.Index(
                fields=["workspace", "person", "-updated_at"],
                condition=Q(memory_type="episodic"),
                name="memory_episodes",
            ),
        ),
    ]
