"""Several memories, or artifacts, of one address: one for each who may not know of the others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memories", "0008_repetitions")]

    operations = [
        migrations.AddField(
            model_name="memory",
            name="apart",
            field=models.CharField(
                blank=True,
                default="",
                editable=False,
                help_text=(
                    "Tells memories of one address apart: set where another stood there that the writer may not know of."
                ),
                max_length=36,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="artifact",
            name="apart",
            field=models.CharField(
                blank=True,
                default="",
                editable=False,
                help_text="Its id, where another of that address stood there that its writer may not know of.",
                max_length=36,
            ),
            preserve_default=False,
        ),
        migrations.RemoveConstraint(model_name="artifact", name="artifact_once"),
        migrations.AddConstraint(
            model_name="artifact",
            constraint=models.UniqueConstraint(
                fields=("workspace", "namespace_path", "sha256", "storage_uri", "apart"), name="artifact_once"
            ),
        ),
        migrations.RemoveConstraint(model_name="memory", name="memory_address_once"),
        migrations.RemoveConstraint(model_name="memory", name="memory_source_object_once"),
        migrations.RemoveConstraint(model_name="fact", name="fact_active_once"),
        migrations.AddConstraint(
            model_name="memory",
            constraint=models.UniqueConstraint(
                fields=("workspace", "namespace_path", "key", "apart"), name="memory_address_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="memory",
            constraint=models.UniqueConstraint(
                condition=models.Q(("source_id", ""), _negated=True),
                fields=("workspace", "source", "source_type", "source_id", "apart"),
                name="memory_source_object_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="fact",
            constraint=models.UniqueConstraint(
                condition=models.Q(("valid_to__isnull", True)),
                fields=("workspace", "person", "category", "key", "item", "memory"),
                name="fact_active_once",
            ),
        ),
    ]
