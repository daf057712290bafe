"""What each role of a login may do, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from workspaces.models.membership import Role

MEANINGS: dict[Role, Promise] = {
    Role.OWNER: _("Reads and changes everything, also logins and invitations."),
    Role.ADMIN: _("Reads and changes everything but logins and invitations."),
    Role.REVIEWER: _("Reads everything, and answers the questions that a policy leaves to reviewers."),
    Role.VIEWER: _("Reads everything in this admin, and changes nothing."),
    Role.PERSON: _("Sees and decides about their own memories only, and cannot open this admin."),
}


def meanings() -> list[tuple[str, Promise]]:
    """Each role's name and what it may do."""
    return [(str(role.label), text) for role, text in MEANINGS.items()]
