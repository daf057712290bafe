"""An agent's icon in its colour, as people see it."""

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from workspaces.models import Agent
from workspaces.models.agent import usual_colour, usual_icon

DRAWING = '<svg width="18" height="18" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>'


def badge(agent: Agent) -> SafeString:
    """Those of its role where it has none of its own."""
    colour, icon = agent.colour or usual_colour(agent.role), agent.icon or usual_icon(agent.role)
    return format_html(f'<span class="face {{}}">{DRAWING}</span>', colour, static("assistants.svg"), icon)
