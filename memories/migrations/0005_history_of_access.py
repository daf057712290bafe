from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("memories", "0004_history_of_setup")]

    operations = [
        AddIndexConcurrently(
            model_name="history",
            index=models.Index(
                condition=models.Q(("event", "ACCESS")), fields=["workspace", "-created_at"], name="history_of_access"
            ),
        ),
    ]
