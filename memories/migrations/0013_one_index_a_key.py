"""Drop the indexes of keys that an index with the workspace before the key serves: seven fewer to write."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("conversations", "0008_background_indexes"),
        ("memories", "0012_upkeep_forgets_merged"),
        ("workspaces", "0004_exclusions_row_level_security"),
    ]

    operations = [
        migrations.AlterField(
            model_name="chunk",
            name="memory",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="chunks",
                to="memories.memory",
            ),
        ),
        migrations.AlterField(
            model_name="chunk",
            name="memory_version",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="chunks",
                to="memories.memoryversion",
            ),
        ),
        migrations.AlterField(
            model_name="chunk",
            name="turn",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="chunks",
                to="conversations.turn",
            ),
        ),
        migrations.AlterField(
            model_name="embedding",
            name="chunk",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="embeddings",
                to="memories.chunk",
            ),
        ),
        migrations.AlterField(
            model_name="memory",
            name="person",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="memories",
                to="workspaces.person",
            ),
        ),
        migrations.AlterField(
            model_name="memoryversion",
            name="memory",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="versions",
                to="memories.memory",
            ),
        ),
        migrations.AlterField(
            model_name="provenance",
            name="memory",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="provenance",
                to="memories.memory",
            ),
        ),
    ]
