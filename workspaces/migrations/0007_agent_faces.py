"""What people know an agent by: a name, an icon and a colour."""

import django.core.validators
from django.db import migrations, models

ICONS = [
    ("book", "Book"),
    ("briefcase", "Briefcase"),
    ("calendar", "Calendar"),
    ("chat", "Speech bubble"),
    ("code", "Code"),
    ("compass", "Compass"),
    ("globe", "Globe"),
    ("heart", "Heart"),
    ("home", "House"),
    ("leaf", "Leaf"),
    ("music", "Music"),
    ("pen", "Pen"),
    ("pot", "Cooking pot"),
    ("spark", "Spark"),
]
COLOURS = [
    ("blue", "Blue"),
    ("teal", "Teal"),
    ("green", "Green"),
    ("amber", "Amber"),
    ("orange", "Orange"),
    ("rose", "Rose"),
    ("violet", "Violet"),
    ("slate", "Slate"),
]
NAME = r"^[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]*$"


class Migration(migrations.Migration):
    dependencies = [("workspaces", "0006_language_of_accounts")]

    operations = [
        migrations.AddField(
            model_name="agent",
            name="display_name",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="What people call it, e.g. Kitchen helper.",
                max_length=40,
                validators=[
                    django.core.validators.RegexValidator(NAME, "Use letters, digits and punctuation only."),
                ],
            ),
        ),
        migrations.AddField(
            model_name="agent",
            name="icon",
            field=models.CharField(blank=True, choices=ICONS, db_default="", default="", max_length=16),
        ),
        migrations.AddField(
            model_name="agent",
            name="colour",
            field=models.CharField(blank=True, choices=COLOURS, db_default="", default="", max_length=16),
        ),
        migrations.AddConstraint(
            model_name="agent",
            constraint=models.CheckConstraint(
                condition=models.Q(("icon__in", ["", *(value for value, _ in ICONS)])), name="agent_icon_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="agent",
            constraint=models.CheckConstraint(
                condition=models.Q(("colour__in", ["", *(value for value, _ in COLOURS)])), name="agent_colour_known"
            ),
        ),
    ]
