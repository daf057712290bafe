"""Which connection of the database carries a request out: when it is gone, so is the request."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("interfaces", "0002_tenant_isolation")]

    operations = [
        migrations.AddField(model_name="idempotencyrecord", name="holder_pid", field=models.IntegerField(null=True)),
        migrations.AddField(model_name="idempotencyrecord", name="holder_since", field=models.DateTimeField(null=True)),
    ]
