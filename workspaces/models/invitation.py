from datetime import datetime
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from django.core import signing
from django.db import models
from django.db.models import F, Q

from workspaces import scope
from workspaces.models.membership import Membership, Role
from workspaces.models.person import Person
from workspaces.models.tenant import TenantForeignKey, TenantModel

SALT = "workspaces.invitation"


class InvitationState(StrEnum):
    OPEN = "open"
    EXPIRED = "expired"
    REVOKED = "revoked"
    ACCEPTED = "accepted"


class InvitationLink(NamedTuple):
    """What a link says; one that was mailed proves the address that it was mailed to."""

    workspace_id: UUID
    invitation_id: UUID
    number: int
    is_mailed: bool


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def waiting(self) -> "InvitationQuerySet":
        """Neither accepted nor revoked, whether in time or not."""
        return self.filter(accepted_at=None, revoked_at=None)

    def open(self, *, now: datetime) -> "InvitationQuerySet":
        """Those whose link still works."""
        return self.waiting().filter(expires_at__gt=now)


class Invitation(TenantModel):
    """A link that makes a login: for a person, for staff (`role`), or for somebody who is both. It is signed, so
    nothing that is stored here could be used in its place. `email` is empty where the link is passed on by hand.

    `number` counts how often it was sent: a link that was sent before the last one no longer counts.
    """

    person = TenantForeignKey(
        Person, on_delete=models.CASCADE, related_name="invitations", db_index=False, null=True, blank=True
    )
    role = models.CharField(max_length=16, choices=Role.choices, default=Role.PERSON, db_default=Role.PERSON)
    email = models.EmailField(max_length=254)
    number = models.PositiveSmallIntegerField(default=1)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    objects = InvitationQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "person"],
                condition=Q(accepted_at=None, revoked_at=None),
                name="one_invitation_per_person",
            ),
            models.CheckConstraint(
                condition=Q(person__isnull=False) | ~Q(role=Role.PERSON), name="invitation_of_somebody"
            ),
        ]
        indexes = [models.Index(fields=["workspace", "person"], name="invitation_by_person")]

    def __str__(self) -> str:
        return self.email or self.called

    @property
    def called(self) -> str:
        """Who is invited: the person, else the address, else as what."""
        return self.person.name if self.person else self.email or str(self.get_role_display())

    @property
    def token(self) -> str:
        """Of the link that staff see, and pass on themselves."""
        return self._sign(is_mailed=False)

    @property
    def mailed_token(self) -> str:
        """Of the link in the mail, which nobody sees but who reads that mailbox."""
        return self._sign(is_mailed=True)

    def _sign(self, *, is_mailed: bool) -> str:
        return signing.dumps([str(self.workspace_id), str(self.id), self.number, is_mailed], salt=SALT)

    def state(self, *, now: datetime) -> InvitationState:
        if self.accepted_at:
            return InvitationState.ACCEPTED
        if self.revoked_at:
            return InvitationState.REVOKED
        return InvitationState.OPEN if self.expires_at > now else InvitationState.EXPIRED

    def renew(self, *, expires_at: datetime) -> None:
        """Make a new link; the earlier ones no longer count."""
        self.expires_at = expires_at
        Invitation.objects.filter(id=self.id).update(number=F("number") + 1, expires_at=expires_at)
        self.refresh_from_db(fields=["number"])

    def revoke(self, *, now: datetime) -> None:
        self.revoked_at = now
        self.save(update_fields=["revoked_at"])

    def accept(self, *, now: datetime) -> None:
        self.accepted_at = now
        self.save(update_fields=["accepted_at"])


def read_token(token: str) -> InvitationLink | None:
    """None for a token that was not made here; earlier versions did not say whether it was mailed."""
    try:
        workspace, invitation, number, *mailed = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    return InvitationLink(UUID(workspace), UUID(invitation), number, mailed == [True])


def find_invitation(token: str, *, now: datetime) -> Invitation | None:
    """The invitation that a link opens, locked; None if it no longer counts, as where the person has a login by now. In
    the entered scope.
    """
    link = read_token(token)
    if link is None or link.workspace_id != scope.current_workspace_id():
        return None
    rows = Invitation.objects.open(now=now).filter(id=link.invitation_id, number=link.number)
    found = rows.select_related("person").select_for_update(of=("self",)).first()
    if found is None or found.person_id is None:
        return found
    members = Membership.objects.filter(workspace_id=link.workspace_id, person_id=found.person_id)
    return None if members.exists() else found
