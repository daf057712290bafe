"""Questions that the person is not asked, because they refused the value before and the asker may not learn that."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("consent", "0009_proposals_by_decision")]

    operations = [
        migrations.AddField(
            model_name="proposal",
            name="is_muted",
            field=models.BooleanField(
                default=False,
                help_text="Refused before, and nobody is asked: whoever asks may not learn that it was.",
            ),
        ),
    ]
