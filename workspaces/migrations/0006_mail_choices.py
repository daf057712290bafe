"""Which mail a person wants about questions that wait."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workspaces", "0005_relayed_consent")]

    operations = [
        migrations.AddField(
            model_name="membership",
            name="wants_digest",
            field=models.BooleanField(default=True, help_text="Mail once a day about new questions."),
        ),
        migrations.AddField(
            model_name="membership",
            name="wants_reminders",
            field=models.BooleanField(default=True, help_text="Mail before questions end."),
        ),
        migrations.AddField(
            model_name="membership",
            name="last_digest_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]
