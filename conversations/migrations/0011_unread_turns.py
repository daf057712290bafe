"""Whether a message of a conversation is not read yet is looked up for each answer to it that others read."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("conversations", "0010_sessions_apart")]

    operations = [
        AddIndexConcurrently(
            model_name="turn",
            index=models.Index(
                condition=models.Q(("extracted_at__isnull", True), ("role", "user")),
                fields=["workspace", "session", "position"],
                name="turn_unread",
            ),
        ),
    ]
