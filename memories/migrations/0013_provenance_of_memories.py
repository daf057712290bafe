"""Looked up by memory are those of memories: receipts of queries, of which there are more, stay out of that index."""

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("memories", "0012_counted_one_by_one")]

    operations = [
        AddIndexConcurrently(
            model_name="provenance",
            index=models.Index(
                condition=models.Q(("memory__isnull", False)),
                fields=["workspace", "memory", "source_event"],
                name="provenance_of_memory",
            ),
        ),
        RemoveIndexConcurrently(model_name="provenance", name="provenance_by_memory"),
    ]
