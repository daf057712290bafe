"""A turn is found by its speaker and date too, and no longer by a name that its content repeats."""

import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.functions.text
from django.db import migrations, models

CONTENT_ONLY = django.contrib.postgres.search.SearchVector("content", config="english")
LABELLED = django.contrib.postgres.search.CombinedSearchVector(
    django.contrib.postgres.search.SearchVector("label", config="english", weight="A"),
    "||",
    django.contrib.postgres.search.SearchVector(
        django.db.models.functions.text.Substr(
            "content", django.db.models.expressions.CombinedExpression(models.F("spoken_from"), "+", models.Value(1))
        ),
        config="english",
    ),
    django.contrib.postgres.search.SearchConfig("english"),
)


def search_field(expression):
    return models.GeneratedField(
        db_persist=True, expression=expression, output_field=django.contrib.postgres.search.SearchVectorField()
    )


class Migration(migrations.Migration):
    dependencies = [("conversations", "0002_row_level_security")]

    operations = [
        migrations.AddField(
            model_name="turn",
            name="label",
            field=models.CharField(blank=True, default="", help_text="Speaker and date, in words.", max_length=256),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="turn",
            name="spoken_from",
            field=models.PositiveSmallIntegerField(default=0, help_text="Characters of a leading 'Name: '."),
        ),
        migrations.RemoveIndex(model_name="turn", name="turn_search"),
        migrations.RemoveField(model_name="turn", name="search"),
        migrations.AddField(model_name="turn", name="search", field=search_field(LABELLED)),
        migrations.AddIndex(
            model_name="turn",
            index=django.contrib.postgres.indexes.GinIndex(fields=["search"], name="turn_search"),
        ),
    ]
