"""The latest operations of a workspace, whoever they are about: without it the list read every row."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("memories", "0014_staleness_in_reach")]

    operations = [
        AddIndexConcurrently(
            model_name="operationalevent",
            index=models.Index(fields=["workspace", "-created_at"], name="event_by_time"),
        ),
    ]
