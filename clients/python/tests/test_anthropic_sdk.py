"""The tests that Anthropic's SDK has of its memory tool and of Memory Stores, pointed at this client and this server.

    pip download --no-deps --no-binary anthropic anthropic==2.14.0 && tar xzf anthropic-2.14.0.tar.gz
    ANTHROPIC_SDK=$PWD/anthropic-2.14.0 make test-clients ARGS="-s -m prove -k anthropic_sdk"

Nothing of theirs is part of this project.
"""

import json
import os
import subprocess
import sys
import tomllib
from collections import Counter
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree

import pytest

HERE = Path(__file__).resolve().parent
PLUGINS, SOURCE = HERE / "anthropic_sdk", HERE.parent / "src"
MEMORY_TOOL = ("tests/lib/tools/memory_tools",)
MEMORY_STORES = ("tests/api_resources/beta/memory_stores", "tests/api_resources/beta/test_memory_stores.py")
STORES_NAMES = """
from uuid import UUID
from consent.models import Policy
from workspaces import scope
with scope.enter(UUID("{workspace}")):
    Policy.objects.create(fact_key="preferred_name", outcome="apply")
"""
NO_LINKS = "a store has no symbolic links"
NO_MODES = "a store has no directories with modes"
TOO_LONG = "it writes a file of a million lines; the server refuses one of more than 2,048 tokens"
FAILING_OF_THE_TOOL = {
    "test_mkdir_parents_not_world_writable_under_permissive_umask": NO_MODES,
    "test_view_error_for_files_with_too_many_lines": TOO_LONG,
    "test_validate_path_returns_resolved_path_not_symlink_target": NO_LINKS,
    "test_read_rejects_symlink_created_after_validation": NO_LINKS,
    "test_read_rejects_file_replaced_with_symlink_before_open": NO_LINKS,
    "test_view_rejects_directory_symlink_created_after_validation": NO_LINKS,
    "test_symlink_validation_reject_symlink_pointing_outside_memories": NO_LINKS,
    "test_view_lists_symlinks_only_when_they_stay_inside_memories": NO_LINKS,
    "test_symlink_validation_reject_creating_files_through_symlink_pointing_outside": NO_LINKS,
    "test_symlink_validation_reject_parent_directory_that_is_symlink_pointing_outside": NO_LINKS,
}
NO_REDACTION = "a key takes out no version; only deleting the memory, or erasing the person, does"
FAILING_OF_THE_STORES = {
    "test_method_redact": NO_REDACTION,
    "test_method_redact_with_all_params": NO_REDACTION,
    "test_raw_response_redact": NO_REDACTION,
    "test_streaming_response_redact": NO_REDACTION,
}

pytestmark = pytest.mark.prove


@pytest.fixture(scope="module")
def sdk():
    """The unpacked source of the release that is installed."""
    if not os.environ.get("ANTHROPIC_SDK"):
        pytest.skip("ANTHROPIC_SDK names no folder with the source of Anthropic's SDK; see clients/python/tests.")
    folder = Path(os.environ["ANTHROPIC_SDK"])
    found = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["version"]
    assert found == version("anthropic"), "its tests are those of another release than the installed one"
    return folder


@pytest.fixture
def lenient(server):
    """The key of a workspace that stores names without asking: a file called old_name.txt counts as one."""
    made = json.loads(server.manage("create_workspace", "Files", "--json"))
    server.manage("shell", "--no-imports", "-c", STORES_NAMES.format(workspace=made["workspace_id"]))
    return made["api_keys"]["supervisor"]


@pytest.fixture
def run(sdk, server, tmp_path):
    """Runs tests of the SDK with one of our plugins; answers the outcomes, by name of test."""

    def _run(plugin, tests, key):
        report = tmp_path / "report.xml"
        options = [
            "--noconftest",
            "-c",
            os.devnull,
            "--rootdir",
            sdk,
            "-o",
            "anyio_mode=auto",
            "-p",
            "no:cacheprovider",
        ]
        command = [sys.executable, "-m", "pytest", "-q", *options, "-p", plugin, f"--junitxml={report}", *tests]
        paths = {"PYTHONPATH": os.pathsep.join(map(str, (PLUGINS, SOURCE, sdk)))}
        addresses = {"MEMORY_URL": server.url, "MEMORY_KEY": key, "TEST_API_BASE_URL": f"{server.url}/compat/anthropic"}
        done = subprocess.run(
            command, cwd=sdk, env=os.environ | paths | addresses, check=False, capture_output=True, text=True
        )
        assert report.exists(), done.stdout + done.stderr
        print(f"\nanthropic {version('anthropic')}, {tests[0]}: {done.stdout.strip().splitlines()[-1]}")
        return outcomes(report)

    return _run


def outcomes(report: Path) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        name = case.attrib["name"].partition("[")[0]
        ended = {"failure", "error", "skipped"} & {child.tag for child in case}
        found.setdefault(name, Counter())[min(ended, default="passed")] += 1
    return found


def failing(found: dict[str, Counter[str]]) -> set[str]:
    return {name for name, ended in found.items() if set(ended) != {"passed"}}


def test_the_memory_tool_passes_the_sdk_s_tests_of_its_own(run, lenient):
    assert failing(run("memory_tool", MEMORY_TOOL, lenient)) == set(FAILING_OF_THE_TOOL)


def test_memory_stores_pass_the_sdk_s_tests(run, key):
    assert failing(run("memory_stores", MEMORY_STORES, key)) == set(FAILING_OF_THE_STORES)
