"""A rule of the workspace may be about one person."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("consent", "0010_questions_of_each_agent")]

    operations = [
        migrations.AddField(model_name="policy", name="about_person_id", field=models.UUIDField(blank=True, null=True)),
    ]
