from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("consent", "0007_notices_of_questions"),
    ]

    operations = [
        migrations.AddField(
            model_name="proposal",
            name="account_id",
            field=models.UUIDField(help_text="Whose login asked, where no agent did.", null=True),
        ),
    ]
