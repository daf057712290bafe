"""The memories whose neighbours are still to be linked, found from a small index."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("memories", "0006_sources_row_level_security")]

    operations = [
        AddIndexConcurrently(
            model_name="memory",
            index=models.Index(
                fields=["workspace", "updated_at"],
                condition=models.Q(linked_version__lt=models.F("version")),
                name="memory_unlinked",
            ),
        ),
    ]
