from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0003_search_headings"),
        ("workspaces", "0002_tenant_isolation"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="dependencyreview",
            name="review_event_known",
        ),
        migrations.RemoveConstraint(
            model_name="history",
            name="history_event_known",
        ),
        migrations.AlterField(
            model_name="dependencyreview",
            name="event",
            field=models.CharField(
                choices=[
                    ("ADD", "Added"),
                    ("UPDATE", "Changed"),
                    ("DELETE", "Forgotten"),
                    ("MERGE", "Merged"),
                    ("LINK", "Linked"),
                    ("TTL", "Expired"),
                    ("RESTORE", "Restored"),
                    ("CONSENT", "Decided"),
                    ("PURGE", "Erased"),
                    ("EXPORT", "Exported"),
                    ("ACCESS", "Access changed"),
                    ("RULE", "Rules changed"),
                    ("PERSON", "Person changed"),
                ],
                max_length=16,
            ),
        ),
        migrations.AlterField(
            model_name="history",
            name="event",
            field=models.CharField(
                choices=[
                    ("ADD", "Added"),
                    ("UPDATE", "Changed"),
                    ("DELETE", "Forgotten"),
                    ("MERGE", "Merged"),
                    ("LINK", "Linked"),
                    ("TTL", "Expired"),
                    ("RESTORE", "Restored"),
                    ("CONSENT", "Decided"),
                    ("PURGE", "Erased"),
                    ("EXPORT", "Exported"),
                    ("ACCESS", "Access changed"),
                    ("RULE", "Rules changed"),
                    ("PERSON", "Person changed"),
                ],
                max_length=16,
            ),
        ),
        migrations.AddConstraint(
            model_name="dependencyreview",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "event__in",
                        [
                            "ADD",
                            "UPDATE",
                            "DELETE",
                            "MERGE",
                            "LINK",
                            "TTL",
                            "RESTORE",
                            "CONSENT",
                            "PURGE",
                            "EXPORT",
                            "ACCESS",
                            "RULE",
                            "PERSON",
                        ],
                    )
                ),
                name="review_event_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="history",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "event__in",
                        [
                            "ADD",
                            "UPDATE",
                            "DELETE",
                            "MERGE",
                            "LINK",
                            "TTL",
                            "RESTORE",
                            "CONSENT",
                            "PURGE",
                            "EXPORT",
                            "ACCESS",
                            "RULE",
                            "PERSON",
                        ],
                    )
                ),
                name="history_event_known",
            ),
        ),
    ]
