"""What several agents ask for are questions of their own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("consent", "0009_when_a_rule_was_made")]

    operations = [
        migrations.RemoveConstraint(model_name="proposal", name="proposal_pending_once"),
        migrations.AddConstraint(
            model_name="proposal",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "pending")),
                fields=("workspace", "namespace_path", "field", "apart", "change_hash", "agent_id"),
                name="proposal_pending_once",
                nulls_distinct=False,
            ),
        ),
    ]
