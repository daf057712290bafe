"""Ids that a kept answer names, by which erasure finds it."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("operations", "0013_tombstone"),
    ]

    operations = [
        migrations.AddField(
            model_name="idempotencyrecord",
            name="named_ids",
            field=django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), default=list, size=None),
        ),
    ]
