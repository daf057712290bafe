"""What was decided, the latest first: without it the list read and sorted every decision of the person."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("consent", "0008_refused_values")]

    operations = [
        AddIndexConcurrently(
            model_name="proposal",
            index=models.Index(
                condition=models.Q(decided_at__isnull=False),
                fields=["workspace", "person", "-decided_at"],
                name="proposal_by_decision",
            ),
        ),
    ]
