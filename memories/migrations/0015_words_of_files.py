from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0014_outdated_texts"),
    ]

    operations = [
        migrations.AddField(
            model_name="artifact",
            name="agent_id",
            field=models.UUIDField(editable=False, help_text="The agent that stored it.", null=True),
        ),
        migrations.AddField(
            model_name="artifact",
            name="states",
            field=ArrayField(
                base_field=models.CharField(blank=True, max_length=64),
                db_default=[],
                default=list,
                editable=False,
                help_text="The sensitive fields that its text says something of; empty for what was not read.",
                size=None,
            ),
        ),
    ]
