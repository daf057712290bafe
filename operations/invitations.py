"""Invites people and staff to a workspace by a mailed link, with which they create their login."""

from datetime import datetime, timedelta
from smtplib import SMTPException
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from memories.maintenance.record_setup import record_row
from operations.delivery.mail import is_mail_sent
from workspaces import scope
from workspaces.actors import Actor
from workspaces.addresses import record_proof
from workspaces.models import Account, Invitation, Membership, Person
from workspaces.models.invitation import find_invitation, read_token
from workspaces.models.membership import Role


class HasLogin(Exception):
    """The person has a login already."""


class NotOpen(Exception):
    """The link is unknown, expired, revoked or used."""


class AlreadyMember(Exception):
    """The login belongs to another person in this workspace."""


def invite(
    *, email: str, actor: Actor, now: datetime, person_id: UUID | None = None, role: str = Role.PERSON
) -> Invitation:
    """Invite a person, staff in a role, or somebody who is both; or invite them anew. Without an address the link is
    passed on by hand. In the entered scope. Raises HasLogin.
    """
    if person_id and Membership.objects.filter(workspace_id=actor.workspace_id, person_id=person_id).exists():
        raise HasLogin
    expires_at = now + timedelta(days=settings.INVITATION_DAYS)
    invitation = waiting_for(person_id, email)
    if invitation is None:
        # Loaded here: the caller has left the scope when it reads them.
        person = Person.objects.get(id=person_id) if person_id else None
        invitation = Invitation.objects.create(
            person=person, role=role, email=email, created_at=now, expires_at=expires_at
        )
        record_row(row=invitation, done="added", actor=actor, now=now)
        return invitation
    before = {name: getattr(invitation, name) for name in ("email", "role", "expires_at")}
    invitation.email, invitation.role = email, role
    invitation.save(update_fields=["email", "role"])
    invitation.renew(expires_at=expires_at)
    changed = {name: value for name, value in before.items() if value != getattr(invitation, name)}
    record_row(row=invitation, done="changed", actor=actor, now=now, changed=changed, before=changed)
    return invitation


def waiting_for(person_id: UUID | None, email: str) -> Invitation | None:
    """The invitation of the same person, or of staff at the same address."""
    waiting = Invitation.objects.waiting().select_related("person")
    if person_id:
        return waiting.filter(person_id=person_id).first()
    return waiting.filter(person__isnull=True, email__iexact=email).first() if email else None


def withdraw(invitation: Invitation, *, actor: Actor, now: datetime) -> None:
    """Revoke it: its link no longer works. In the entered scope."""
    invitation.revoke(now=now)
    record_row(row=invitation, done="revoked", actor=actor, now=now)


def withdraw_needless(*, person_id: UUID, actor: Actor, now: datetime) -> None:
    """Revoke the invitation of a person who got a login in another way. In the entered scope."""
    for invitation in Invitation.objects.waiting().filter(person_id=person_id):
        withdraw(invitation, actor=actor, now=now)


def link_of(invitation: Invitation) -> str:
    """Return the link for staff to pass on, which does not verify an address."""
    return _address_of(invitation.token)


def send_invitation(invitation: Invitation, *, place: str, sender: str) -> bool:
    """Mail the link; False if it reaches nobody, also where mail is only printed, or the invitation has no address.
    Call it outside any scope.
    """
    if not invitation.email:
        return False
    context = {
        "url": _address_of(invitation.mailed_token),
        "place": place,
        "sender": sender,
        "days": settings.INVITATION_DAYS,
        "role": "" if invitation.role == Role.PERSON else invitation.get_role_display(),
    }
    mail = EmailMessage(
        subject=_("%(sender)s invites you to %(place)s") % {"sender": sender, "place": place},
        body=render_to_string("mail/invitation.txt", context),
        to=[invitation.email],
    )
    try:
        return bool(mail.send()) and is_mail_sent()
    except (SMTPException, OSError):
        return False


def accept(*, token: str, account: Account, now: datetime) -> Membership:
    """Make a login a member, as the invited person; one that is not stored yet is stored, with the invited address.

    A mailed link has proven that address. Raises NotOpen, AlreadyMember.
    """
    link = read_token(token)
    if link is None:
        raise NotOpen
    with scope.enter(link.workspace_id):
        invitation = find_invitation(token, now=now)
        if invitation is None:
            raise NotOpen
        if account._state.adding:
            account.email = invitation.email
            account.save()
            if link.is_mailed:
                record_proof(account)
        membership = _join(account, invitation)
        invitation.accept(now=now)
        record_row(row=membership, done="added", actor=membership.as_person(), now=now)
    return membership


def _address_of(token: str) -> str:
    return f"{settings.PUBLIC_URL}/invitations/{token}"


def _join(account: Account, invitation: Invitation) -> Membership:
    """A member without a person becomes this one; one without a role of staff gets that of the invitation."""
    membership, is_new = Membership.objects.get_or_create(
        account=account, workspace=invitation.workspace, defaults={"role": invitation.role}
    )
    is_staff = invitation.role != Role.PERSON
    if (invitation.person_id and membership.person_id) or (is_staff and not is_new and membership.is_staff_member):
        raise AlreadyMember
    membership.person_id = invitation.person_id or membership.person_id
    if is_staff:
        membership.role = invitation.role
        _let_in(account)
    membership.save(update_fields=["person_id", "role"])
    return membership


def _let_in(account: Account) -> None:
    """To the admin, where the login is this workspace's alone; else the server's operator does."""
    if account.memberships.count() == 1:
        account.is_staff = True
        account.save(update_fields=["is_staff"])


def uninvited_people() -> "list[Person]":
    """People without a login, by name. In the entered scope."""
    known = Membership.objects.filter(workspace_id=scope.current_workspace_id(), person_id__isnull=False)
    return list(Person.objects.exclude(id__in=list(known.values_list("person_id", flat=True))).order_by("name")[:500])
