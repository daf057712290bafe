"""What a caller's own system calls a person (R39)."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workspaces", "0002_tenant_isolation")]

    operations = [
        migrations.AddField(
            model_name="person",
            name="external_id",
            field=models.CharField(
                blank=True,
                help_text="What the caller's own system calls this person.",
                max_length=256,
                null=True,
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(fields=("workspace", "external_id"), name="one_person_per_external_id"),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.CheckConstraint(
                condition=models.Q(("external_id", ""), _negated=True), name="external_id_not_empty"
            ),
        ),
    ]
