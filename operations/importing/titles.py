"""Titles of imported conversations, which are stored only if they state nothing that needs consent."""

from uuid import UUID

from consent.detection.ruled_fields import restricted_fields
from consent.detection.statements import Detected
from consent.models import Policy
from conversations.actions.sessions import TITLE_CHARACTERS
from providers.redaction import redact
from workspaces import scope


def harmless_title(title: str, *, person_id: UUID, workspace_id: UUID) -> str:
    """Return the beginning of a title without secrets; empty if it states a sensitive or restricted field.

    In messages such passages are withheld and marked; a title has no room for a mark.
    """
    text = redact(" ".join(title.split())).text[:TITLE_CHARACTERS].strip()
    if not text:
        return ""
    with scope.enter(workspace_id):
        restricted = restricted_fields(Policy.objects.restricting(), [person_id])
    return "" if Detected([text], restricted=restricted).is_any([text]) else text
