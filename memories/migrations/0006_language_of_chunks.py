"""The words of a chunk are indexed with the dictionary of its language."""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.contrib.postgres.search
from django.db import migrations, models

WORDS = models.Func(
    models.F("language"),
    models.F("text"),
    function="text_vector",
    output_field=django.contrib.postgres.search.SearchVectorField(),
)


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0005_history_of_access"),
        ("workspaces", "0004_languages"),
    ]

    operations = [
        migrations.AddField(
            model_name="chunk",
            name="language",
            field=models.CharField(
                default="en", help_text="Whose dictionary its words are indexed with.", max_length=8
            ),
        ),
        migrations.RemoveIndex(model_name="chunk", name="chunk_search"),
        migrations.RemoveField(model_name="chunk", name="keywords"),
        migrations.RemoveField(model_name="chunk", name="search"),
        migrations.AddField(
            model_name="chunk",
            name="keywords",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Func(WORDS, function="memories_keywords"),
                output_field=django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), size=None),
            ),
        ),
        migrations.AddField(
            model_name="chunk",
            name="search",
            field=models.GeneratedField(
                db_persist=True,
                expression=WORDS,
                output_field=django.contrib.postgres.search.SearchVectorField(),
            ),
        ),
        migrations.AddIndex(
            model_name="chunk",
            index=django.contrib.postgres.indexes.GinIndex(
                condition=models.Q(("superseded_at__isnull", True), ("turn__isnull", True)),
                fields=["search"],
                name="chunk_search",
            ),
        ),
    ]
