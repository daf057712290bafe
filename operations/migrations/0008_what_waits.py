"""Which of a file's records wait for an answer."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("operations", "0007_parameters_of_problems")]

    operations = [
        migrations.AddField(
            model_name="importrun",
            name="waiting",
            field=models.JSONField(db_default=models.Value([], output_field=models.JSONField()), default=list),
        ),
    ]
