from datetime import datetime
from uuid import UUID

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memories.models.choices import Trust
from memories.models.fact import FactCategory
from workspaces.models import TenantModel


class Outcome(models.TextChoices):
    CONSENT = "consent", _("Ask the person")
    CORROBORATION = "corroboration", _("Apply when corroborated")
    APPLY = "apply", _("Apply")
    NEVER = "never", _("Never")


class PolicyQuerySet(models.QuerySet["Policy"]):
    def of_person(self, person_id: UUID | None) -> "PolicyQuerySet":
        """The person's own rules in force; none without a person."""
        return self.filter(person_id=person_id, person_id__isnull=False, revoked_at__isnull=True)

    def restricting(self) -> "PolicyQuerySet":
        """The rules in force with an outcome other than apply."""
        return self.filter(revoked_at__isnull=True).exclude(outcome=Outcome.APPLY)


class Policy(TenantModel):
    """What a change needs before it is applied (001 §10). An empty field matches everything; the lowest `priority`
    that matches rules.

    With `person_id` it is that person's own rule ("always / never for this field and agent"); one of the workspace that
    is about one person alone has `about_person_id`. `trust` is the origin of
    a change: person, agent, source or derived. `signals_needed` and `insight_confidence` (0..1) say when a change that
    needs corroboration has it.
    """

    priority = models.SmallIntegerField(default=100)
    person_id = models.UUIDField(null=True, blank=True)
    about_person_id = models.UUIDField(null=True, blank=True)
    agent_id = models.UUIDField(null=True, blank=True)
    fact_category = models.CharField(max_length=16, blank=True)
    fact_key = models.CharField(max_length=64, blank=True)
    category = models.CharField(max_length=64, blank=True)
    memory_type = models.CharField(max_length=16, blank=True)
    sensitivity = models.CharField(max_length=64, blank=True)
    trust = models.CharField(max_length=16, blank=True)
    outcome = models.CharField(max_length=16, choices=Outcome.choices)
    signals_needed = models.PositiveSmallIntegerField(default=2)
    insight_confidence = models.FloatField(default=0.8, help_text="0..1; a surer insight needs no further signal.")
    allows_chat = models.BooleanField(
        default=False, help_text="The person may also answer in a chat, through an agent they let relay consent."
    )
    delegates_to_reviewers = models.BooleanField(
        default=False, help_text="Reviewers of the workspace may decide in the person's place."
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = PolicyQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        verbose_name_plural = "policies"
        constraints = [
            models.CheckConstraint(condition=Q(outcome__in=Outcome.values), name="policy_outcome_known"),
            models.CheckConstraint(condition=Q(trust__in=["", *Trust.values]), name="policy_trust_known"),
            models.CheckConstraint(
                condition=Q(insight_confidence__gte=0, insight_confidence__lte=1, signals_needed__gte=1),
                name="policy_corroboration_sound",
            ),
        ]
        indexes = [models.Index(fields=["workspace", "priority"], name="policy_by_priority")]

    @property
    def names_field(self) -> bool:
        return bool(self.fact_key or self.fact_category)

    def __str__(self) -> str:
        what = self.fact_key or self.fact_category or self.category or self.memory_type or "everything"
        return f"{what}: {self.get_outcome_display()}"

    def revoke(self, *, now: datetime) -> None:
        self.revoked_at = now
        self.save(update_fields=["revoked_at"])


class FieldAlias(TenantModel):
    """Another spelling of a fact's key, on top of those the server knows (`providers.statements.fields.aliases`).

    `spelling` has small letters and digits only, so that "Home base", "home-base" and "homeBase" are one entry.
    """

    spelling = models.CharField(max_length=64)
    category = models.CharField(max_length=16, choices=FactCategory.choices)
    key = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(TenantModel.Meta):
        verbose_name_plural = "field aliases"
        constraints = [
            models.UniqueConstraint(fields=["workspace", "spelling"], name="alias_spelling_once"),
            models.CheckConstraint(condition=Q(spelling__regex=r"^[a-z0-9]{1,64}$"), name="alias_spelling_squashed"),
            models.CheckConstraint(condition=Q(key__regex=r"^[a-z0-9_.]{1,64}$"), name="alias_key_canonical"),
        ]

    def __str__(self) -> str:
        return f"{self.spelling} → {self.category}.{self.key}"
