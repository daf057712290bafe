"""Code to copy for connecting an assistant. Each snippet writes a first memory and sends a first query."""

from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.template import Context, Template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FOLDER = Path(settings.BASE_DIR) / "templates" / "setup" / "snippets"
TITLES: dict[str, Promise | str] = {
    "curl": _("Command line (curl)"),
    "python": "Python",
    "mcp": _("Claude Code (MCP)"),
    "mcp_json": _("Other MCP programs (JSON)"),
    "langgraph": "LangGraph",
}


CLIENT = _("Run the first line in a terminal: it installs the client, which this server hands out.")
NOTES: dict[str, Promise] = {
    "python": CLIENT,
    "mcp": _("Then tell it to remember something."),
    "mcp_json": _("Put it in the program's file of MCP servers, often mcp.json. Then tell it to remember something."),
    "langgraph": CLIENT,
}


@dataclass(frozen=True, slots=True)
class Snippet:
    """`note` says what else a developer needs; empty for nothing."""

    name: str
    title: Promise | str
    text: str
    note: Promise | str = ""


def snippets(*, url: str, key: str, person_id: UUID | str) -> list[Snippet]:
    """Return the snippets; `url` is the server's address without a path."""
    context = Context({"url": url, "key": key, "person": person_id}, autoescape=False)
    texts = {name: Template((FOLDER / f"{name}.txt").read_text(encoding="utf-8")) for name in TITLES}
    return [
        Snippet(name, title, texts[name].render(context).strip(), NOTES.get(name, "")) for name, title in TITLES.items()
    ]
