"""Names of the rows in the admin's lists; nothing changes in the database."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("workspaces", "0006_mail_choices")]

    operations = [
        migrations.AlterModelOptions("account", {"verbose_name": "login", "verbose_name_plural": "logins"}),
        migrations.AlterModelOptions("apikey", {"verbose_name": "API key"}),
        migrations.AlterModelOptions("person", {"verbose_name_plural": "people"}),
    ]
