"""The step that remains after an import for a person who has no login."""

from uuid import UUID

from django.conf import settings
from django.urls import reverse

from workspaces.models import Membership


def missing_login_step(workspace_id: UUID, person_id: UUID) -> str:
    """Return a sentence with the page where staff invite the person; empty if the person has a login."""
    if Membership.objects.filter(workspace_id=workspace_id, person_id=person_id).exists():
        return ""
    page = reverse("admin:workspaces_person_change", args=[person_id])
    return f"Nobody can sign in as this person yet. Invite them, or add a login: {settings.PUBLIC_URL}{page}"
