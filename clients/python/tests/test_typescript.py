"""The TypeScript client: its types are up to date, it compiles strictly, and its own tests pass against the server."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

CLIENT = Path(__file__).resolve().parents[2] / "typescript"
# Where the system's own is too old, npm brings one along.
NODE = "node@22.23.3"


def npm(*arguments, **environment):
    own = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    is_old = int(own.strip("v\n").partition(".")[0] or 0) < 20
    command = ["npm", *(["exec", "--yes", f"--package={NODE}", "--", "npm"] if is_old else []), *map(str, arguments)]
    options = {"cwd": CLIENT, "env": os.environ | environment, "capture_output": True, "text": True}
    return subprocess.run(command, check=False, **options)


@pytest.fixture(scope="module")
def installed():
    """The folder with what package-lock.json names, installed once."""
    if shutil.which("npm") is None:
        pytest.skip("No npm is installed: the TypeScript client is not tested (apt-get install npm).")
    marker, lock = CLIENT / "node_modules" / ".package-lock.json", CLIENT / "package-lock.json"
    if not marker.exists() or marker.stat().st_mtime < lock.stat().st_mtime:
        fetched = npm("ci")
        if fetched.returncode != 0:
            pytest.skip(f"npm could not fetch what the TypeScript client needs: {fetched.stderr[-500:]}")


@pytest.mark.usefixtures("installed")
def test_its_types_are_those_of_the_server_s_description(server, tmp_path):
    schema, made = tmp_path / "openapi.json", tmp_path / "schema.ts"
    server.manage("spectacular", "--format", "openapi-json", "--file", str(schema))
    done = npm("run", "generate", "--", schema, "--output", made)
    assert done.returncode == 0, done.stderr
    assert made.read_text() == (CLIENT / "src" / "schema.ts").read_text(), "Run make client-models and commit."


@pytest.mark.usefixtures("installed")
def test_it_compiles_and_its_own_tests_pass(server, key):
    done = npm("test", MEMORY_URL=server.url, MEMORY_KEY=key)
    assert done.returncode == 0, done.stdout + done.stderr
