"""What a process must know of a model to embed with it, whatever is configured; and which one served before."""

from django.db import migrations, models

# Until now a remote model could be told by its version only.
MARK_REMOTE = "UPDATE memories_embeddingmodel SET is_local = false WHERE version LIKE 'remote-%'"


class Migration(migrations.Migration):
    dependencies = [("memories", "0003_retrieval_indexes")]

    operations = [
        migrations.AddField(
            model_name="embeddingmodel",
            name="is_local",
            field=models.BooleanField(default=True, help_text="Embeds in process; others over the network."),
        ),
        migrations.AddField(
            model_name="embeddingmodel",
            name="max_tokens",
            field=models.PositiveIntegerField(default=0, help_text="What it reads at once; 0 when not known."),
        ),
        migrations.AddField(
            model_name="embeddingmodel",
            name="retired_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunSQL(MARK_REMOTE, migrations.RunSQL.noop),
    ]
