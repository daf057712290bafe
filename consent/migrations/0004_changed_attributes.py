from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("consent", "0003_kept_value")]

    operations = [
        migrations.AddField(
            model_name="proposal",
            name="changed_attributes",
            field=models.JSONField(
                default=dict,
                help_text="What the yes made of the memory's attributes, before and after by name, to be undone.",
            ),
        ),
    ]
