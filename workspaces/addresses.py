"""Whose email address is it? `Account.email` is where a login's mail goes; an `EmailAddress` of allauth that is
verified says that a mailed link came back from there.

Only a proven address says who somebody is: staff enter addresses too, and owners see the links of their invitations
(ADR 0021). A unique index lets one login prove an address.
"""

from allauth.account.models import EmailAddress

from workspaces.models import Account


def login_of(address: str) -> Account | None:
    """The active login that has proven this address, and still has it."""
    proven = EmailAddress.objects.filter(email=address.lower(), verified=True)
    found = proven.filter(user__email__iexact=address, user__is_active=True).select_related("user").first()
    return found.user if found else None


def is_proven(account: Account) -> bool:
    return bool(EmailAddress.objects.filter(user=account, email=account.email.lower(), verified=True).exists())


def is_taken(address: str) -> bool:
    """Whether some login has proven it."""
    return bool(EmailAddress.objects.is_verified(address))


def record_proof(account: Account) -> None:
    """The login's address has been proven, unless another login was first."""
    if account.email and not is_taken(account.email):
        EmailAddress.objects.create(user=account, email=account.email.lower(), verified=True, primary=True)


def forget_others(account: Account) -> None:
    """What was proven or awaits its link counts no more once staff entered another address."""
    EmailAddress.objects.filter(user=account).exclude(email=account.email.lower()).delete()
