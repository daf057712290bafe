from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("consent", "0004_changed_attributes")]

    operations = [migrations.AddField("receipt", "origin", models.JSONField(null=True))]
