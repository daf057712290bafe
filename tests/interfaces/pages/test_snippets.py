"""What a developer copies from the wizard works as it stands: each is run, or read by what would run it."""

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from interfaces.pages.setup.snippets import snippets
from memories.models import Memory
from retrieval.models import RetrievalEvent
from workspaces import scope

CLIENT = Path(__file__).parents[3] / "clients" / "python" / "src"
TEXT = "Likes mushroom risotto."


@pytest.fixture
def lines(home, live_server):
    """The text of a snippet for the server that this test runs, with the key of a role."""

    def _lines(name, role="supervisor"):
        made = snippets(url=live_server.url, key=home.api_keys[role], person_id=home.user_id)
        return next(one.text for one in made if one.name == name)

    return _lines


def run(*command):
    environment = os.environ | {"PYTHONPATH": str(CLIENT)}
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment, check=True).stdout


def arrived(home):
    with scope.enter(home.workspace_id):
        texts = list(Memory.objects.values_list("current__content", flat=True))
        return texts, RetrievalEvent.objects.count()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(shutil.which("curl") is None, reason="There is no curl on this machine.")
@pytest.mark.parametrize("role", ["supervisor", "planner", "stylist", "researcher", "executor"])
def test_curl_writes_and_asks_in_every_role(lines, home, role):
    said = run("sh", "-euc", lines("curl", role))

    assert TEXT in said and '"problem' not in said
    assert arrived(home) == ([TEXT], 1)


@pytest.mark.django_db(transaction=True)
def test_python_writes_and_asks(lines, home):
    assert run(sys.executable, "-c", lines("python")).strip() == TEXT
    assert arrived(home) == ([TEXT], 1)


@pytest.mark.django_db(transaction=True)
def test_the_line_for_mcp_names_the_server_and_a_key_that_works(lines, live_server):
    words = shlex.split(lines("mcp").replace("\\\n", ""))

    assert words[:6] == ["claude", "mcp", "add", "--transport", "http", "memory"]
    assert words[6] == f"{live_server.url}/mcp" and words[7] == "--header"
    name, value = words[8].split(": ")
    assert httpx.get(f"{live_server.url}/api/v1/users", headers={name: value}).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_other_programs_get_the_same_as_json(lines, live_server, home):
    server = json.loads(lines("mcp_json"))["mcpServers"]["memory"]

    assert server["url"] == f"{live_server.url}/mcp"
    assert server["headers"] == {"Authorization": f"Bearer {home.api_keys['supervisor']}"}


@pytest.mark.django_db(transaction=True)
def test_langgraph_uses_what_the_client_has(lines):
    tree = ast.parse(lines("langgraph"))

    nodes = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module.startswith("memory_server")]
    imported = {alias.name: node.module for node in nodes for alias in node.names}
    for name, module in imported.items():
        source = CLIENT.joinpath(*module.split("."), "__init__.py").read_text()
        assert re.search(rf"\b{name}\b", source), f"{module} has no {name}"


def test_each_has_a_title_of_its_own():
    made = snippets(url="http://x", key="k", person_id="p")

    assert len({str(one.title) for one in made}) == len(made) == 5
    assert not any("{{" in one.text for one in made)
