"""Grants by which an agent may pass on what a person answers in a chat."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workspaces", "0004_exclusions_row_level_security")]

    operations = [
        migrations.AddField(
            model_name="grant",
            name="relays_consent",
            field=models.BooleanField(
                default=False,
                help_text="The agent may pass on what the person answers in a chat; only they themselves say so.",
            ),
        ),
        migrations.AddConstraint(
            model_name="grant",
            constraint=models.CheckConstraint(
                condition=models.Q(relays_consent=False) | models.Q(person__isnull=False),
                name="grant_relay_names_person",
            ),
        ),
    ]
