"""An agent's icon in its colour, as people see it."""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from workspaces.models import Agent


def badge(agent: Agent) -> SafeString:
    """Those of its role where it has none of its own."""
    face = {"colour": agent.shown_colour, "icon": agent.shown_icon}
    return render_to_string("frame/face.html", {"face": face})
