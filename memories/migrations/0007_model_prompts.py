"""What an embedding model reads before questions and passages, and what its relevances mean as scores."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memories", "0006_language_of_chunks")]

    operations = [
        migrations.AddField(
            model_name="embeddingmodel",
            name="query_prompt",
            field=models.CharField(blank=True, default="", help_text="Put before each question.", max_length=200),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="embeddingmodel",
            name="passage_prompt",
            field=models.CharField(
                blank=True, default="", help_text="Put before each text that is stored.", max_length=200
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="embeddingmodel",
            name="calibration",
            field=models.JSONField(
                blank=True,
                help_text="Relevances and the scores, 0..1, that they mean (R10); fit_calibration.",
                null=True,
            ),
        ),
        migrations.RemoveConstraint(model_name="embeddingmodel", name="embedding_model_once"),
        migrations.AddConstraint(
            model_name="embeddingmodel",
            constraint=models.UniqueConstraint(
                fields=("name", "version", "passage_prompt"), name="embedding_model_once"
            ),
        ),
    ]
