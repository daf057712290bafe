"""Which files imported conversations come from."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("conversations", "0014_titles_of_sessions")]

    operations = [
        migrations.AddField(
            model_name="session",
            name="imported_from",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                editable=False,
                help_text="The name of the file that staff imported it from; for its person and staff.",
                max_length=200,
            ),
        ),
    ]
