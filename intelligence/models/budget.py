from datetime import date, datetime
from uuid import UUID

from django.db import connection, models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from workspaces import scope
from workspaces.models import Person, TenantForeignKey, TenantModel, uuid7

TAKE = """
INSERT INTO intelligence_budget (id, workspace_id, person_id, day, kind, used, updated_at)
SELECT %(id)s, %(workspace)s, %(person)s, %(day)s, %(kind)s, %(amount)s, %(now)s
WHERE %(cap)s::bigint IS NULL OR %(amount)s <= %(cap)s
ON CONFLICT (workspace_id, person_id, day, kind) DO UPDATE
SET used = intelligence_budget.used + excluded.used, updated_at = excluded.updated_at
WHERE %(cap)s::bigint IS NULL OR intelligence_budget.used + excluded.used <= %(cap)s
RETURNING used
"""


class Kind(models.TextChoices):
    """The quantities that are counted by day."""

    WRITES = "writes", _("Memories written because of turns")
    INSIGHTS = "insights", _("Looks for insights")
    PAIRS = "pairs", _("Pairs compared for consolidation")
    CALLS = "calls", _("Calls of the language model")
    INPUT_TOKENS = "input_tokens", _("Tokens sent to the language model")
    OUTPUT_TOKENS = "output_tokens", _("Tokens that it wrote")
    COST = "cost", _("Its cost, in millionths of the currency of the prices")
    TEXTS = "texts", _("Texts that the server wrote")
    PASSED = "passed", _("Of them, those that kept the writing rules at first")
    QUOTED = "quoted", _("Of them, those with a quotation")


class BudgetQuerySet(models.QuerySet["Budget"]):
    def take(
        self, kind: Kind, amount: int, *, now: datetime, cap: int | None = None, person_id: UUID | None = None
    ) -> bool:
        """Count `amount` on the day of `now` (UTC) unless the day's total would exceed `cap`; returns whether it did.

        One statement, so that two workers cannot both take the last unit. `person_id` None counts for the workspace,
        `cap` None sets no limit.
        """
        values = {
            "id": uuid7(),
            "workspace": scope.current_workspace_id(),
            "person": person_id,
            "day": now.date(),
            "kind": kind.value,
            "amount": amount,
            "cap": cap,
            "now": now,
        }
        with connection.cursor() as cursor:
            cursor.execute(TAKE, values)
            return cursor.fetchone() is not None

    def used(self, kind: Kind, *, day: date, person_id: UUID | None = None) -> int:
        """Return the amount of a kind that a person, or with None the workspace, used on a day."""
        owner = Q(person__isnull=True) if person_id is None else Q(person_id=person_id)
        row = self.filter(owner, kind=kind, day=day).first()
        return row.used if row else 0


class Budget(TenantModel):
    """Usage of background processing in one day, by a person or by the whole workspace (001 §3, §4, §13).

    The caps are settings; a row counts the usage of one. Days are UTC.
    """

    person = TenantForeignKey(Person, on_delete=models.CASCADE, null=True, related_name="+")
    day = models.DateField()
    kind = models.CharField(max_length=16, choices=Kind.choices)
    used = models.BigIntegerField(default=0)
    updated_at = models.DateTimeField()

    objects = BudgetQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "person", "day", "kind"], name="budget_once", nulls_distinct=False
            ),
            models.CheckConstraint(condition=Q(kind__in=Kind.values), name="budget_kind_known"),
            models.CheckConstraint(condition=Q(used__gte=0), name="budget_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.kind}: {self.used}"
