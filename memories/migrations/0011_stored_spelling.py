"""The spelling of a version's content as a column: row-level security lets no function of a column go by an index."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memories", "0010_counted_storage")]

    operations = [
        migrations.RemoveIndex(model_name="memoryversion", name="version_by_spelling"),
        migrations.AddField(
            model_name="memoryversion",
            name="spelling",
            field=models.GeneratedField(
                expression=models.Func(models.F("content"), function="memories_spelling"),
                output_field=models.TextField(),
                db_persist=True,
            ),
        ),
        migrations.AddIndex(
            model_name="memoryversion",
            index=models.Index(
                condition=models.Q(("payload__isnull", True)),
                fields=["workspace", "spelling"],
                name="version_by_spelling",
            ),
        ),
    ]
