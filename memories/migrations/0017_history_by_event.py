"""What happened and whether a person did it, beside the time: a rare event is found without reading the others."""

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models

OLD = ["workspace", "person_id", "-created_at"]


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("memories", "0016_memories_by_kind")]

    operations = [
        RemoveIndexConcurrently("history", "history_by_person"),
        AddIndexConcurrently(
            model_name="history",
            index=models.Index(fields=[*OLD, "event", "actor_kind"], name="history_by_person"),
        ),
    ]
