from django.db import migrations, models

FIELD = {
    "db_default": 0,
    "editable": False,
    "help_text": "Of the database's log; replicas that are not so far are not read from.",
}


class Migration(migrations.Migration):
    dependencies = [("workspaces", "0013_time_zone_of_browsers")]

    operations = [
        migrations.AddField(model_name=name, name="last_write_position", field=models.BigIntegerField(**FIELD))
        for name in ("account", "apikey")
    ]
