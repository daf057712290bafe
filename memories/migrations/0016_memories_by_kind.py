"""How many memories of each kind a person has, counted in the index alone and in its order."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("memories", "0015_events_by_time")]

    operations = [
        AddIndexConcurrently(
            model_name="memory",
            index=models.Index(
                fields=["workspace", "person", "category", "trust", "confidence", "expires_at"],
                condition=Q(state="active") & ~Q(validation_status="rejected"),
                name="memory_by_kind",
            ),
        ),
    ]
