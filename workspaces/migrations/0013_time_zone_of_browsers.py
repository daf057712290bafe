"""An account without a choice has its browser's time zone; until now it had UTC."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workspaces", "0012_auditing_agents")]

    operations = [
        migrations.AddField(
            model_name="account",
            name="browser_time_zone",
            field=models.CharField(
                blank=True,
                db_default="",
                editable=False,
                help_text="As last seen when signing in: for emails.",
                max_length=64,
            ),
        ),
        migrations.AlterField(
            model_name="account",
            name="time_zone",
            field=models.CharField(
                blank=True, help_text="Of pages and emails; empty is as in the browser.", max_length=64
            ),
        ),
        migrations.RunSQL(
            "UPDATE workspaces_account SET time_zone = '' WHERE time_zone = 'UTC'",
            "UPDATE workspaces_account SET time_zone = 'UTC' WHERE time_zone = ''",
        ),
    ]
