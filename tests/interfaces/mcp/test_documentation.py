"""docs/mcp.md names every tool, and its snippets can be pasted."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from django.conf import settings

from interfaces.management.commands.mcp import KEY, PERSON
from interfaces.mcp import PATH
from interfaces.mcp.tools import TOOLS

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "mcp.md").read_text()
SNIPPETS = re.findall(r"^([^\n]+)\n\n```(json|toml)\n(.+?)```", PAGE, re.MULTILINE | re.DOTALL)
READ = {"json": json.loads, "toml": tomllib.loads}


def snippet(host):
    """What the page says for a host, parsed."""
    found = [READ[language](text) for line, language, text in SNIPPETS if host in line]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("host", "servers", "path"),
    [
        ("Claude Code", "mcpServers", PATH),
        ("Cursor", "mcpServers", PATH),
        ("VS Code", "servers", PATH),
        ("Codex", "mcp_servers", PATH),
        ("change one line", "mcpServers", f"{PATH}/graph"),
    ],
)
def test_each_host_has_a_snippet_with_this_server_s_address_and_the_key_from_elsewhere(host, servers, path):
    server = snippet(host)[servers]["memory"]
    assert server["url"] == f"{settings.PUBLIC_URL}{path}"
    assert KEY in (secret := json.dumps(server)) or "${input:" in secret
    assert "mem_" not in secret


def test_vs_code_asks_for_the_key_that_its_server_uses():
    found = snippet("VS Code")
    assert f"${{input:{found['inputs'][0]['id']}}}" in found["servers"]["memory"]["headers"]["Authorization"]


def test_the_snippet_for_stdio_starts_the_command_that_exists():
    server = snippet("starts its servers itself")["mcpServers"]["memory"]
    assert server["args"][1:] == ["mcp"] and (ROOT / Path(server["args"][0]).name).exists()
    assert set(server["env"]) <= {KEY, PERSON, "PUBLIC_URL"} and server["env"]["PUBLIC_URL"] == settings.PUBLIC_URL


def test_every_tool_is_in_the_table_with_what_it_says_of_itself():
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", PAGE.partition("## Tools")[2].partition("\n## ")[0], re.MULTILINE)
    told = {tool.__name__: (tool.__doc__ or "").partition("\n")[0] for tool, _ in TOOLS}
    assert dict(rows) == told
