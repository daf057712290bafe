"""The words of a turn are indexed with the dictionary of its language."""

import django.contrib.postgres.indexes
import django.contrib.postgres.search
from django.db import migrations, models
from django.db.models.functions import Coalesce, Substr


def _vector(text):
    output = django.contrib.postgres.search.SearchVectorField()
    return models.Func(models.F("language"), text, function="text_vector", output_field=output)


SEARCH = models.GeneratedField(
    db_persist=True,
    expression=models.Func(
        models.Func(_vector(models.F("label")), function="setweight", template="%(function)s(%(expressions)s, 'A')"),
        _vector(
            Coalesce("retrievable", Substr("content", models.F("spoken_from") + 1), output_field=models.TextField())
        ),
        arg_joiner=" || ",
        template="%(expressions)s",
    ),
    output_field=django.contrib.postgres.search.SearchVectorField(),
)


class Migration(migrations.Migration):
    dependencies = [
        ("conversations", "0004_withheld_values"),
        ("workspaces", "0004_languages"),
    ]

    operations = [
        migrations.AddField(
            model_name="turn",
            name="language",
            field=models.CharField(default="en", editable=False, help_text="Whose dictionary is used.", max_length=8),
        ),
        migrations.RemoveIndex(model_name="turn", name="turn_search"),
        migrations.RemoveField(model_name="turn", name="search"),
        migrations.AddField(model_name="turn", name="search", field=SEARCH),
        migrations.AddIndex(
            model_name="turn",
            index=django.contrib.postgres.indexes.GinIndex(fields=["search"], name="turn_search"),
        ),
    ]
