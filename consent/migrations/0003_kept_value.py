from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("consent", "0002_tenant_isolation"),
    ]

    operations = [
        migrations.AddField(
            model_name="proposal",
            name="kept_value",
            field=models.TextField(blank=True, help_text="The person's own words, kept in the place of the new value."),
        ),
    ]
