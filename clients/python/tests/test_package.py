"""What is generated is up to date, and the wheel works where nothing else is installed."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

CLIENT = Path(__file__).resolve().parents[1]
EXTRAS = sorted(tomllib.loads((CLIENT / "pyproject.toml").read_text())["project"]["optional-dependencies"])
FRAMEWORKS = {
    "adk": "google-adk",
    "anthropic": "anthropic",
    "langgraph": "langgraph",
    "llama-index": "llama-index-core",
    "openai-agents": "openai-agents",
}
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


class Environment:
    """An environment of its own, with nothing in it."""

    def __init__(self, folder):
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        self.python = folder / "bin" / "python"

    def pip(self, *arguments):
        return self._output(sys.executable, "-m", "pip", "--python", self.python, *arguments)

    def run(self, code, **variables):
        return self._output(self.python, "-c", code, env=variables)

    def _output(self, *command, **options):
        done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
        assert done.returncode == 0, f"{done.stdout}{done.stderr}"
        return done.stdout


@pytest.fixture
def empty(tmp_path):
    return Environment(tmp_path / "empty")


def test_the_wheel_works_in_an_empty_environment(wheel, server, key, empty):
    empty.pip("install", wheel)
    assert "Django" not in empty.pip("list")
    empty.run(FIRST_STEPS, MEMORY_URL=server.url, MEMORY_KEY=key)


@pytest.mark.prove
@pytest.mark.parametrize("extra", EXTRAS)
def test_each_extra_resolves_beside_the_newest_release_of_its_framework(wheel, empty, extra):
    framework = FRAMEWORKS[extra]
    empty.pip("install", f"{wheel}[{extra}]", framework)
    empty.pip("check")
    assert "Would install" not in empty.pip("install", "--dry-run", "--no-deps", "--upgrade", framework)
    empty.run(f"import memory_server.{extra.replace('-', '_')}")
    print(extra, *(line for line in empty.pip("freeze").splitlines() if line.startswith(framework)))
