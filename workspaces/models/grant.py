from datetime import datetime
from uuid import UUID

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from workspaces import sensitivity
from workspaces.actors import GrantView
from workspaces.models.agent import Agent
from workspaces.models.person import Person
from workspaces.models.tenant import TenantForeignKey, TenantModel

CEILINGS = [
    (sensitivity.PUBLIC, _("Public")),
    (sensitivity.INTERNAL, _("Internal")),
    (sensitivity.CONFIDENTIAL, _("Confidential")),
    (sensitivity.RESTRICTED, _("Restricted")),
]


class GrantQuerySet(models.QuerySet["Grant"]):
    def in_force(self, *, now: datetime) -> "GrantQuerySet":
        return self.filter(Q(expires_at__isnull=True) | Q(expires_at__gt=now), revoked_at__isnull=True)


class Exclusion(TenantModel):
    """A person has taken themselves out of an agent's grants for everyone (R1). A grant for them alone still counts."""

    agent = TenantForeignKey(Agent, on_delete=models.CASCADE, related_name="exclusions")
    person = TenantForeignKey(Person, on_delete=models.CASCADE, related_name="exclusions")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "agent", "person"], name="exclusion_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person} not by {self.agent}"


class Grant(TenantModel):
    """Whose memories an agent may touch (R1): one person, everyone (`person` empty), or one shared namespace."""

    agent = TenantForeignKey(Agent, on_delete=models.CASCADE, related_name="grants")
    person = TenantForeignKey(Person, on_delete=models.CASCADE, null=True, blank=True, related_name="grants")
    namespace_path = models.CharField(max_length=256, blank=True, help_text="A shared namespace, e.g. shared/team.")
    can_read = models.BooleanField(default=True)
    can_write = models.BooleanField(default=True)
    relays_consent = models.BooleanField(
        default=False, help_text="The agent may pass on what the person answers in a chat; only they themselves say so."
    )
    ceiling = models.CharField(max_length=64, choices=CEILINGS, default=sensitivity.INTERNAL)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = GrantQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.CheckConstraint(
                condition=Q(person__isnull=True) | Q(namespace_path=""), name="grant_person_or_namespace"
            ),
            models.CheckConstraint(
                condition=Q(relays_consent=False) | Q(person__isnull=False), name="grant_relay_names_person"
            ),
            models.CheckConstraint(condition=Q(ceiling__in=sensitivity.LABELS), name="grant_ceiling_known"),
        ]
        indexes = [models.Index(fields=["workspace", "agent"], name="grant_by_agent")]

    def __str__(self) -> str:
        whom = self.person or self.namespace_path or _("everyone")
        return f"{self.agent} → {whom}"

    def as_view(self, excluded: frozenset[UUID] | None = None) -> GrantView:
        """`excluded` are those who took themselves out of the agent's grants for everyone; None looks them up."""
        known = excluded if self.is_for_everyone else frozenset()
        return GrantView(
            person_id=self.person_id,
            namespace_path=self.namespace_path,
            can_read=self.can_read,
            can_write=self.can_write,
            ceiling_rank=sensitivity.rank(self.ceiling),
            expires_at=self.expires_at,
            excluded=self._excluded() if known is None else known,
            relays_consent=self.relays_consent,
        )

    @property
    def is_for_everyone(self) -> bool:
        return self.person_id is None and not self.namespace_path

    def exclude(self, person_id: UUID, *, now: datetime) -> Exclusion:
        """Take one person out of the agent's grants for everyone; here it reads as revoked, for them it is."""
        self.revoked_at = now
        return Exclusion.objects.get_or_create(agent=self.agent, person_id=person_id)[0]

    def _excluded(self) -> frozenset[UUID]:
        rows = Exclusion.objects.filter(agent_id=self.agent_id)
        return frozenset(rows.values_list("person_id", flat=True))

    def revoke(self, *, now: datetime) -> None:
        self.revoked_at = now
        self.save(update_fields=["revoked_at"])
