"""How many changes of each sensitivity and category a thread has seen."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("conversations", "0005_language_of_turns")]

    operations = [
        migrations.AddField(
            model_name="threadrevision",
            name="kinds",
            field=models.JSONField(default=dict, editable=False),
        ),
    ]
