"""Which process carried a run out last."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("operations", "0011_prune_schedules")]

    operations = [
        migrations.AddField(
            "jobrun",
            "worker",
            models.CharField(blank=True, help_text="Host and process of the last attempt.", max_length=128),
        ),
    ]
