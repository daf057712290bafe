"""Who besides the person, and where besides the page, may answer by a policy's leave."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("consent", "0004_corroboration_row_level_security")]

    operations = [
        migrations.AddField(
            model_name="policy",
            name="allows_chat",
            field=models.BooleanField(
                default=False,
                help_text="The person may also answer in a chat, through an agent they let relay consent.",
            ),
        ),
        migrations.AddField(
            model_name="policy",
            name="delegates_to_reviewers",
            field=models.BooleanField(
                default=False, help_text="Reviewers of the workspace may decide in the person's place."
            ),
        ),
    ]
