"""The texts that the server writes are counted, and the writes of turns together (R8, R38)."""

from django.db import migrations, models

KINDS = ["writes", "insights", "pairs", "calls", "input_tokens", "output_tokens", "cost", "texts", "passed", "quoted"]


class Migration(migrations.Migration):
    dependencies = [("intelligence", "0002_tenant_isolation")]

    operations = [
        migrations.AlterField(
            model_name="budget",
            name="kind",
            field=models.CharField(
                choices=[
                    ("writes", "Memories written because of turns"),
                    ("insights", "Looks for insights"),
                    ("pairs", "Pairs compared for consolidation"),
                    ("calls", "Calls of the language model"),
                    ("input_tokens", "Tokens sent to the language model"),
                    ("output_tokens", "Tokens that it wrote"),
                    ("cost", "Its cost, in millionths of the currency of the prices"),
                    ("texts", "Texts that the server wrote"),
                    ("passed", "Of them, those that kept the writing rules at first"),
                    ("quoted", "Of them, those with a quotation"),
                ],
                max_length=16,
            ),
        ),
        migrations.RemoveConstraint(model_name="budget", name="budget_kind_known"),
        migrations.AddConstraint(
            model_name="budget",
            constraint=models.CheckConstraint(condition=models.Q(("kind__in", KINDS)), name="budget_kind_known"),
        ),
    ]
