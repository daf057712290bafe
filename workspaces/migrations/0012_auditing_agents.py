"""Agents whose keys read the audit trail of their workspace."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("workspaces", "0011_closing"),
    ]

    operations = [
        migrations.AddField(
            model_name="agent",
            name="may_audit",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Its keys read the audit trail of the whole workspace: who did what, without content.",
            ),
        ),
    ]
