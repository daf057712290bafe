"""What was approved through a memory that not every agent may read is withheld from those that may not."""

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("conversations", "0011_unread_turns")]

    operations = [
        migrations.AddField(
            model_name="turn",
            name="reserved",
            field=models.JSONField(
                db_default=models.Value([], output_field=models.JSONField()),
                default=list,
                editable=False,
                help_text="[start, end) of clauses for readers of `reserved_in` alone.",
            ),
        ),
        migrations.AddField(
            model_name="turn",
            name="reserved_in",
            field=ArrayField(
                models.CharField(max_length=64),
                db_default=[],
                default=list,
                editable=False,
                help_text="The categories of the memories through which the person agreed to them.",
            ),
        ),
        migrations.AddField(
            model_name="turn",
            name="guarded",
            field=models.TextField(
                editable=False, help_text="The message for other readers, if clauses are reserved.", null=True
            ),
        ),
        migrations.AddField(
            model_name="withheldvalue",
            name="category",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Of the memory by which the person agreed to it; agents that may not read there still do "
                "not read it. Empty while they have not agreed.",
                max_length=64,
            ),
        ),
    ]
