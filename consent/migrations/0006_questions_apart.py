"""Questions about memories that stand at one address beside others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("consent", "0005_receipts_of_other_servers")]

    operations = [
        migrations.AddField(
            model_name="proposal",
            name="apart",
            field=models.CharField(
                blank=True,
                default="",
                editable=False,
                help_text="Which of several memories of that address it means.",
                max_length=36,
            ),
            preserve_default=False,
        ),
        migrations.RemoveConstraint(model_name="proposal", name="proposal_pending_once"),
        migrations.AddConstraint(
            model_name="proposal",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "pending")),
                fields=("workspace", "namespace_path", "field", "apart", "change_hash"),
                name="proposal_pending_once",
            ),
        ),
    ]
