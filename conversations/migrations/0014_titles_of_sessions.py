"""What imported conversations were called."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("conversations", "0013_messages_deleted_by_their_person")]

    operations = [
        migrations.AddField(
            model_name="session",
            name="title",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                editable=False,
                help_text="What it was called where it was imported from; for its person and staff.",
                max_length=200,
            ),
        ),
    ]
