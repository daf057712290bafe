"""Idempotency keys and throttles belong to the app `interfaces`, which makes their tables anew."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("operations", "0022_dependency_schedule")]

    operations = [migrations.DeleteModel("IdempotencyRecord"), migrations.DeleteModel("ThrottleWindow")]
