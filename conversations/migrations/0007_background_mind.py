"""How far the background mind has come with sessions and turns, and which sentences of a turn are withheld (R19)."""

import django.contrib.postgres.search
import django.db.models.functions.comparison
import django.db.models.functions.text
from django.db import migrations, models
from django.db.models.expressions import CombinedExpression

SPOKEN = django.db.models.functions.text.Substr(
    "content", CombinedExpression(models.F("spoken_from"), "+", models.Value(1))
)


def search_field(spoken):
    expression = django.contrib.postgres.search.CombinedSearchVector(
        django.contrib.postgres.search.SearchVector("label", config="english", weight="A"),
        "||",
        django.contrib.postgres.search.SearchVector(spoken, config="english"),
        django.contrib.postgres.search.SearchConfig("english"),
    )
    return models.GeneratedField(
        db_persist=True, expression=expression, output_field=django.contrib.postgres.search.SearchVectorField()
    )


class Migration(migrations.Migration):
    dependencies = [("conversations", "0006_tasks_and_checkpoints")]

    operations = [
        migrations.AddField(
            model_name="session",
            name="summarised_turns",
            field=models.PositiveIntegerField(
                default=0, editable=False, help_text="The first turns, which episodes tell of."
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="unsummarised_turns",
            field=models.GeneratedField(
                db_persist=True,
                expression=CombinedExpression(models.F("turn_count"), "-", models.F("summarised_turns")),
                output_field=models.IntegerField(),
            ),
        ),
        migrations.AddField(
            model_name="speaker",
            name="is_self",
            field=models.BooleanField(
                default=False, help_text="It is the person's own, though they are called otherwise."
            ),
        ),
        migrations.AddField(
            model_name="turn",
            name="extracted_at",
            field=models.DateTimeField(editable=False, help_text="When facts were looked for in it.", null=True),
        ),
        migrations.AddField(
            model_name="turn",
            name="retrievable",
            field=models.TextField(editable=False, help_text="The message without them, if there are any.", null=True),
        ),
        migrations.AddField(
            model_name="turn",
            name="withheld",
            field=models.JSONField(
                default=list,
                editable=False,
                help_text="[start, end) of sentences that the person did not agree to (R19).",
            ),
        ),
        migrations.RemoveIndex(model_name="turn", name="turn_search"),
        migrations.RemoveField(model_name="turn", name="search"),
        migrations.AddField(
            model_name="turn",
            name="search",
            field=search_field(
                django.db.models.functions.comparison.Coalesce("retrievable", SPOKEN, output_field=models.TextField())
            ),
        ),
    ]
