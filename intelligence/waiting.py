"""Whether there is anything for the background mind to do in a workspace."""

from uuid import UUID

from django.conf import settings

from conversations.models import Session, Turn
from workspaces import scope


def has_unread_turns(workspace_id: UUID) -> bool:
    """Turns in which nobody has looked for facts."""
    with scope.enter(workspace_id):
        return Turn.objects.unextracted().exists()


def has_due_sessions(workspace_id: UUID) -> bool:
    """Sessions with enough turns for another episode."""
    with scope.enter(workspace_id):
        return Session.objects.due_for_episode(settings.EPISODE_TRIGGER_TURNS).exists()
