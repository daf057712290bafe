"""The conformance suite of the Model Context Protocol, against the server as it runs."""

import re
import shutil
import socket
import subprocess
from pathlib import Path

import httpx2
import pytest

from tests.faults.processes import SETUP, start, stop, until

# The suite needs Node 22; npm brings it along.
PACKAGES = ("node@22.23.3", "@modelcontextprotocol/conformance@0.1.16")
ITS_OWN = "asks for a tool, a resource or a prompt of the suite's own example server"
NO_QUESTIONS = "optional: this server asks its clients nothing, and so needs no stream to ask on"
EXPECTED_FAILURES = {
    "logging-set-level": "optional: this server sends its clients no log",
    "completion-complete": "optional: this server completes no arguments",
    "resources-subscribe": "optional: this server begins no stream, and so tells of no changes",
    "resources-unsubscribe": "optional: this server begins no stream, and so tells of no changes",
    "tools-call-sampling": NO_QUESTIONS,
    "tools-call-elicitation": NO_QUESTIONS,
    "elicitation-sep1034-defaults": NO_QUESTIONS,
    "elicitation-sep1330-enums": NO_QUESTIONS,
    "tools-call-image": ITS_OWN,
    "tools-call-audio": ITS_OWN,
    "tools-call-embedded-resource": ITS_OWN,
    "tools-call-mixed-content": ITS_OWN,
    "tools-call-with-logging": ITS_OWN,
    "tools-call-with-progress": ITS_OWN,
    "json-schema-2020-12": ITS_OWN,
    "resources-read-text": ITS_OWN,
    "resources-read-binary": ITS_OWN,
    "resources-templates-read": ITS_OWN,
    "prompts-get-simple": ITS_OWN,
    "prompts-get-with-args": ITS_OWN,
    "prompts-get-embedded-resource": ITS_OWN,
    "prompts-get-with-image": ITS_OWN,
}
# The suite cannot send a key, so the server gets one with each request.
WEB = (
    SETUP
    + """
import socket, uvicorn
from memory_project.asgi import application

async def with_key(scope, receive, send):
    if scope["type"] == "http":
        scope["headers"] = [*scope["headers"], (b"authorization", f"Bearer {sys.argv[3]}".encode())]
    await application(scope, receive, send)

config = uvicorn.Config(with_key, access_log=False, log_level="error")
uvicorn.Server(config).run(sockets=[socket.socket(fileno=int(sys.argv[2]))])
"""
)


@pytest.fixture
def url(home, transactional_db):
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        web = start(WEB, str(listening.fileno()), home.api_keys["supervisor"], pass_fds=[listening.fileno()])
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        until(lambda: httpx2.get(f"{address}/healthz", timeout=60).status_code == 200)
        yield address
        stop(web)


def suite(*arguments: str, folder: Path) -> subprocess.CompletedProcess:
    packages = [f"--package={package}" for package in PACKAGES]
    command = ["npm", "exec", "--yes", *packages, "--", "conformance", *arguments]
    return subprocess.run(command, check=False, cwd=folder, capture_output=True, text=True, timeout=600)


@pytest.fixture(scope="module")
def packages(tmp_path_factory) -> Path:
    """A folder in which npm has fetched the suite."""
    folder = tmp_path_factory.mktemp("conformance")
    if shutil.which("npm") is None:
        pytest.skip("No npm is installed: the conformance suite comes by it (apt-get install npm).")
    if (fetched := suite("--version", folder=folder)).returncode:
        pytest.skip(f"npm could not fetch the conformance suite: {fetched.stderr[-500:]}")
    return folder


def test_every_scenario_passes_but_those_that_are_expected_not_to(packages, url):
    ended = suite("server", "--url", f"{url}/mcp", "--suite", "all", folder=packages)
    outcomes = dict(re.findall(r"^[✓✗] ([\w-]+): \d+ passed, (\d+) failed$", ended.stdout, re.MULTILINE))
    assert len(outcomes) == 32, ended.stdout
    assert {name for name, failed in outcomes.items() if failed != "0"} == set(EXPECTED_FAILURES)
