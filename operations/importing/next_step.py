"""What is left to do after an import: nobody sees a person's memories before somebody signs in as them."""

from uuid import UUID

from django.conf import settings
from django.urls import reverse

from workspaces.models import Membership


def next_step(workspace_id: UUID, person_id: UUID) -> str:
    """A sentence with the page where staff invite the person; empty where the person has a login."""
    if Membership.objects.filter(workspace_id=workspace_id, person_id=person_id).exists():
        return ""
    page = reverse("admin:workspaces_person_change", args=[person_id])
    return f"Nobody can sign in as this person yet. Invite them, or add a login: {settings.PUBLIC_URL}{page}"
