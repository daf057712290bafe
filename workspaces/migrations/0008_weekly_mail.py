"""A mail once a week, for those who want it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workspaces", "0007_agent_faces")]

    operations = [
        migrations.AddField(
            model_name="membership",
            name="wants_weekly",
            field=models.BooleanField(
                db_default=False, default=False, help_text="Mail once a week about what was learned and read."
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="last_weekly_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]
