"""Workspaces that are closed, and erased when their time is over."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("workspaces", "0010_quotas"),
    ]

    operations = [
        migrations.AddField(
            model_name="workspace",
            name="closed_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="workspace",
            name="closed_by",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="closed_workspaces",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="workspace",
            name="erase_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="workspace",
            name="erased_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddConstraint(
            model_name="workspace",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("closed_at__isnull", True), ("erase_at__isnull", True), ("erased_at__isnull", True)),
                    models.Q(("closed_at__isnull", False), ("erase_at__isnull", False)),
                    _connector="OR",
                ),
                name="workspace_closed_with_date",
            ),
        ),
    ]
