"""What is generated is up to date, and the wheel works where nothing else is installed."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

CLIENT = Path(__file__).resolve().parents[1]
FIRST_STEPS = """
from memory_server import MemoryClient, Waiting
with MemoryClient() as memory:
    ana = memory.user("wheel-ana", name="Ana")
    memory.remember(ana.id, "Ana cooks risotto.")
    assert memory.query(ana.id, "What does she cook?")
    assert isinstance(memory.set_fact(ana.id, "identity", "city", "Faro"), Waiting)
"""


def test_what_is_generated_is_up_to_date(server, tmp_path):
    schema = tmp_path / "schema.json"
    server.manage("spectacular", "--format", "openapi-json", "--file", str(schema))
    command = [sys.executable, CLIENT / "scripts" / "generate.py", "--check", schema]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}Run scripts/generate.py and commit what it writes."


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, CLIENT]
    subprocess.run(command, check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    return made


def test_the_wheel_is_typed_and_holds_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "memory_server/py.typed" in names
    assert {name.partition("/")[0] for name in names} == {"memory_server", "memory_server_client-0.1.0.dist-info"}


def test_the_wheel_works_in_an_empty_environment(wheel, server, key, tmp_path):
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path], check=True)
    python = tmp_path / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python]
    subprocess.run([*pip, "install", "--quiet", wheel], check=True)
    installed = subprocess.run([*pip, "list"], check=True, capture_output=True, text=True).stdout
    assert "Django" not in installed
    environment = {"MEMORY_URL": server.url, "MEMORY_KEY": key}
    subprocess.run([python, "-c", FIRST_STEPS], check=True, env=environment)
