from uuid import UUID

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from uuid_utils.compat import uuid7

from workspaces.actors import Actor, ActorKind
from workspaces.models.organization import Workspace


class Role(models.TextChoices):
    OWNER = "owner", _("Owner")
    ADMIN = "admin", _("Admin")
    REVIEWER = "reviewer", _("Reviewer")
    VIEWER = "viewer", _("Viewer")
    PERSON = "person", _("Person remembered")


STAFF_ROLES = (Role.OWNER, Role.ADMIN, Role.REVIEWER, Role.VIEWER)


class Membership(models.Model):
    """A login account in a workspace. Global: it says which scopes an account may enter.

    `person_id` is opaque here (the person's row lives under row-level security); with it the account sees and
    decides what is remembered about that person.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=16, choices=Role.choices, default=Role.PERSON)
    person_id = models.UUIDField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    wants_digest = models.BooleanField(default=True, help_text="Mail once a day about new questions.")
    wants_reminders = models.BooleanField(default=True, help_text="Mail before questions end.")
    wants_weekly = models.BooleanField(
        default=False, db_default=False, help_text="Mail once a week about what was learned and read."
    )
    last_weekly_at = models.DateTimeField(null=True, blank=True, editable=False)
    last_digest_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "workspace"], name="one_membership_per_workspace"),
            models.UniqueConstraint(
                fields=["workspace", "person_id"],
                condition=models.Q(person_id__isnull=False),
                name="one_account_per_person",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account} in {self.workspace} as {self.role}"

    @property
    def is_staff_member(self) -> bool:
        return self.role in STAFF_ROLES

    def choose_mail(self, *, digest: bool, reminders: bool, weekly: bool) -> None:
        self.wants_digest, self.wants_reminders, self.wants_weekly = digest, reminders, weekly
        self.save(update_fields=["wants_digest", "wants_reminders", "wants_weekly"])

    def as_person(self) -> Actor:
        """The actor for pages and decisions: sees and decides about their own person only."""
        return self._actor(ActorKind.PERSON, self.person_id)

    def as_staff(self) -> Actor:
        """The actor for the admin: sees the whole workspace."""
        return self._actor(ActorKind.STAFF, self.person_id)

    def _actor(self, kind: ActorKind, person_id: UUID | None) -> Actor:
        return Actor(
            kind=kind,
            workspace_id=self.workspace_id,
            id=self.account_id,
            # History keeps it for ever, so it names nobody.
            name=str(self.account_id),
            role=self.role if kind is ActorKind.STAFF else "",
            person_id=person_id,
            last_write_position=self.account.last_write_position,
        )


def is_last_owner(account_id: UUID, workspace_id: UUID | None = None) -> bool:
    """Whether nobody else could manage the workspace (of several: one of them) without this login.

    Locks its owners until the transaction ends, so that two do not switch off each other at once.
    """
    own = Membership.objects.filter(account_id=account_id, role=Role.OWNER, workspace__erased_at=None)
    places = [workspace_id] if workspace_id else list(own.values_list("workspace_id", flat=True))
    able = Membership.objects.filter(role=Role.OWNER, account__is_active=True, account__is_staff=True)
    rows = able.filter(workspace_id__in=places).order_by("pk").select_for_update()
    owners: dict[UUID, set[UUID]] = {}
    for place, owner in rows.values_list("workspace_id", "account_id"):
        owners.setdefault(place, set()).add(owner)
    return {account_id} in owners.values()
