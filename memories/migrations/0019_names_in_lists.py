"""Names of the rows in the admin's lists; nothing changes in the database."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("memories", "0018_denied_contents")]

    operations = [migrations.AlterModelOptions("memoryaccess", {"verbose_name_plural": "memory accesses"})]
