"""What all hosts of one database share."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workspaces", "0004_languages")]

    operations = [
        migrations.CreateModel(
            name="Installation",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                ("secret_key_fingerprint", models.CharField(max_length=64)),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=models.Q(("id", 1)), name="one_installation")],
            },
        ),
    ]
