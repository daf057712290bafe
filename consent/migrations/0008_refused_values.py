"""The index by which a refused value is found before it is asked for again."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("consent", "0007_decisions_row_level_security")]

    operations = [
        AddIndexConcurrently(
            "proposal",
            models.Index(
                fields=["workspace", "person", "blocked_until"],
                condition=models.Q(blocked_until__isnull=False),
                name="proposal_by_block",
            ),
        ),
    ]
