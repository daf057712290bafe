"""What the reason names for which a file was not imported."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("operations", "0006_imports")]

    operations = [
        migrations.AddField(
            model_name="importrun",
            name="error_named",
            field=models.JSONField(db_default=models.Value({}, output_field=models.JSONField()), default=dict),
        ),
    ]
