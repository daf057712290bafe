"""Invitations with a role, also for staff whom nothing is remembered about."""

import django.db.models.deletion
from django.db import migrations, models

ROLES = [
    ("owner", "Owner"),
    ("admin", "Admin"),
    ("reviewer", "Reviewer"),
    ("viewer", "Viewer"),
    ("person", "Person remembered"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("workspaces", "0014_last_write_position"),
    ]

    operations = [
        migrations.AddField(
            model_name="invitation",
            name="role",
            field=models.CharField(choices=ROLES, db_default="person", default="person", max_length=16),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="person",
            field=models.ForeignKey(
                blank=True,
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="invitations",
                to="workspaces.person",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("person__isnull", False), models.Q(("role", "person"), _negated=True), _connector="OR"
                ),
                name="invitation_of_somebody",
            ),
        ),
    ]
