"""Why words of messages are withheld: a rule forbids to store them, or they were marked as wrong in a memory."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("conversations", "0015_files_of_imported_sessions")]

    operations = [
        migrations.AddField(
            model_name="turn",
            name="forbidden",
            field=models.JSONField(
                db_default=models.Value([], output_field=models.JSONField()),
                default=list,
                editable=False,
                help_text="[start, end, field] of those that a rule did not let be stored.",
            ),
        ),
        migrations.AddField(
            model_name="withheldvalue",
            name="memory_id",
            field=models.UUIDField(help_text="The memory that was marked as wrong, instead of a question.", null=True),
        ),
        migrations.AlterField(
            model_name="withheldvalue",
            name="proposal_id",
            field=models.UUIDField(null=True),
        ),
    ]
