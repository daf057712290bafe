"""History and reviews may say that everything about a person was exported."""

from django.db import migrations, models
from django.db.models import Q

EVENTS = [
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
]
NAMES = [name for name, _ in EVENTS]


def changed(model, constraint):
    return [
        migrations.AlterField(model, "event", models.CharField(choices=EVENTS, max_length=16)),
        migrations.RemoveConstraint(model, constraint),
        migrations.AddConstraint(model, models.CheckConstraint(condition=Q(event__in=NAMES), name=constraint)),
    ]


class Migration(migrations.Migration):
    dependencies = [("memories", "0019_names_in_lists")]

    operations = [
        *changed("history", "history_event_known"),
        *changed("dependencyreview", "review_event_known"),
    ]
