"""Since when somebody is to be erased, and so counts as unknown."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workspaces", "0007_names_in_lists")]

    operations = [
        migrations.AddField(
            model_name="person",
            name="erasure_asked_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
