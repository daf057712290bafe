"""What an imported conversation is called: kept only where it says nothing that its person would be asked about."""

from uuid import UUID

from consent.detection.ruled_fields import asked_by
from consent.detection.statements import Detected
from consent.models import Policy
from conversations.actions.sessions import TITLE_CHARACTERS
from providers.redaction import redact
from workspaces import scope


def harmless_title(title: str, *, person_id: UUID, workspace_id: UUID) -> str:
    """Its beginning without secrets; empty where it states anything sensitive, or what a rule asks about, as the texts
    of memories are read. Of messages the words that wait are withheld: a title has no place to mark them in."""
    text = redact(" ".join(title.split())).text[:TITLE_CHARACTERS].strip()
    if not text:
        return ""
    with scope.enter(workspace_id):
        asked = asked_by(Policy.objects.restricting(), [person_id])
    return "" if Detected([text], asked=asked).is_any([text]) else text
