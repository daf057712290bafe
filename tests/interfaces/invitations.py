"""Links of invitations in pages and mails."""

import re

from workspaces.models.invitation import InvitationLink, read_token


def linked(text: str) -> InvitationLink | None:
    """Whom the only invitation is for that a text links to; the link also has the second in which it was made."""
    (token,) = set(re.findall(r"/invitations/([\w:-]+)", text))
    return read_token(token)
