"""Staleness beside what else decides whether a memory is found, so that the index alone still answers."""

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models

INCLUDED = [
    "id", "state", "validation_status", "expires_at", "sensitivity", "sensitivity_rank", "memory_type", "pinned",
    "importance", "updated_at",
]  # fmt: skip


def reach(*more):
    return models.Index(fields=["workspace", "person", "category"], include=[*INCLUDED, *more], name="memory_by_reach")


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("memories", "0013_one_index_a_key")]

    operations = [
        RemoveIndexConcurrently("memory", "memory_by_reach"),
        AddIndexConcurrently("memory", reach("staleness")),
    ]
