"""While hosts are upgraded one after another, the code of the release before works on today's schema beside today's."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.memory_project.own_databases import PROJECT, Installation, folder_with_database
from tests.releases.test_columns import NEWEST

# What each release brings along to try itself on another kind of database.
OWN = "from tests.scale.test_citus import {name} as own\nexec(own)"
API = """
import json, sys, django
django.setup()
from tests.interfaces.rest.conftest import Api, by_key, by_login
from workspaces.actions.create_workspace import create_workspace
"""
WRITE = (
    API
    + """
made = create_workspace(name=sys.argv[1], username=sys.argv[1], person_name="Ana")
api, ana = by_key(made, "supervisor"), str(made.user_id)
written = api.post("/memories", {"user_id": ana, "content": "The boat is called Aurora."}).json()
asked = api.put(f"/users/{ana}/facts/identity/city", {"value": "Faro"}).json()
told = {"login": sys.argv[1], "user_id": ana, "memory": written["memory_id"], "proposal": asked["proposal_id"]}
print(json.dumps(told | {"key": made.api_keys["supervisor"]}))
"""
)
GO_ON = (
    API
    + """
known = json.loads(sys.argv[1])
api, owner = Api({"Authorization": f"Bearer {known['key']}"}), by_login(known["login"])
ask = {"user_id": known["user_id"], "query": "What is the boat called?"}
found = [api.post("/memory/query", ask).json()[0]["content"]]
corrected = api.patch(f"/memories/{known['memory']}", {"content": "The boat is called Borealis."})
found.append(api.post("/memory/query", ask).json()[0]["content"])
approved = owner.post(f"/proposals/{known['proposal']}/approve")
city = api.get(f"/users/{known['user_id']}/facts/identity/city").json()["value"]
print(json.dumps([corrected.status_code, approved.status_code, city, *found]))
"""
)


class Code:
    """The code in a folder, on the database of a data folder."""

    def __init__(self, folder: Path, data_dir: Path) -> None:
        self.folder, self.data_dir = folder, data_dir

    def says(self, *command: str) -> str:
        own = {
            "DATA_DIR": str(self.data_dir),
            "DATABASE_URL": "",
            "DJANGO_SETTINGS_MODULE": "memory_project.settings",
            "ALLOWED_HOSTS": "testserver",
        }
        done = subprocess.run(
            [sys.executable, *command],
            cwd=self.folder,
            env=os.environ | own,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout.strip()

    def tells(self, program: str, *arguments: str):
        return json.loads(self.says("-c", program, *arguments).splitlines()[-1])


def git(*command: str) -> bytes:
    """What Git says of this project. Skips the test where its history is not here."""
    done = subprocess.run(["git", *command], cwd=PROJECT, capture_output=True, check=False)
    if done.returncode or not done.stdout:
        pytest.skip("The code of the release before is in Git's history, which is not here.")
    return done.stdout


@pytest.fixture(scope="module")
def release(tmp_path_factory) -> Path:
    """The code with which the newest release was stored."""
    stored = (NEWEST / "release.json").relative_to(PROJECT)
    commit = git("log", "--diff-filter=A", "--format=%H", "--", str(stored)).decode().split()[0]
    folder = tmp_path_factory.mktemp("release")
    (archive := folder / "code.tar").write_bytes(git("archive", commit))
    shutil.unpack_archive(archive, folder)
    return folder


@pytest.fixture(scope="module")
def versions(release) -> Iterator[tuple[Code, Code]]:
    """The release before and today's, on a database of today's schema."""
    with folder_with_database(0o755) as data_dir:
        Installation(data_dir).prepare()
        today = Code(PROJECT, data_dir)
        today.says("manage.py", "migrate", "-v0")
        yield Code(release, data_dir), today


def test_what_the_release_tries_of_itself_works(versions):
    before, _ = versions
    told = before.tells(OWN.format(name="USE"))
    assert (told["city"], told["found"], told["forgotten"]) == ("Tavira", "The boat is called Borealis.", 404)
    statuses = {name: status for name, status in told.items() if isinstance(status, int) and name != "forgotten"}
    assert statuses and {name: status for name, status in statuses.items() if status >= 300} == {}


def test_another_workspace_finds_nothing(versions):
    before, _ = versions
    told = before.tells(OWN.format(name="SMOKE"))
    assert (told["write"], told["asked"], told["foreign"], told["empty"]) == (201, 202, 404, [])


def test_each_goes_on_with_what_the_other_wrote(versions):
    for name, writer, other in zip(("before", "today"), versions, reversed(versions), strict=True):
        known = writer.tells(WRITE, name)
        told = other.tells(GO_ON, json.dumps(known))
        assert told == [200, 200, "Faro", "The boat is called Aurora.", "The boat is called Borealis."]


def test_both_find_the_history_of_both_whole(versions):
    for code in versions:
        code.tells(WRITE, f"last {code.folder.name}")
    assert all("BROKEN" not in code.says("manage.py", "verify_history") for code in versions)
