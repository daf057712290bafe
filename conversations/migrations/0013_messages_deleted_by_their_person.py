"""The person deletes messages: what is left of one is its place, so that it is not stored again when sent again."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("conversations", "0012_words_for_some_readers")]

    operations = [
        migrations.AddField(
            model_name="session",
            name="erased_turns",
            field=models.PositiveIntegerField(
                db_default=0, default=0, editable=False, help_text="Those of them that the person deleted."
            ),
        ),
        migrations.AlterField(
            model_name="session",
            name="turn_count",
            field=models.PositiveIntegerField(default=0, editable=False, help_text="All that there ever were."),
        ),
        migrations.AddField(
            model_name="turn",
            name="erased_at",
            field=models.DateTimeField(
                editable=False,
                help_text="When its person deleted it: then without its text, so that it is not stored again when "
                "sent again.",
                null=True,
            ),
        ),
        # Of rows of before it is true, for they have no such time: they need not be read.
        AddConstraintNotValid(
            model_name="turn",
            constraint=models.CheckConstraint(
                condition=models.Q(erased_at=None) | models.Q(content="", label="", speaker=""),
                name="turn_erased_without_text",
            ),
        ),
    ]
