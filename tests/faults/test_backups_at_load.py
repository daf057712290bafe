"""Backups of a server to which clients write: each brings back what was acknowledged before it began."""

import json
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.faults.installation import UNTHROTTLED
from tests.faults.ledger import Ledger, manage, new_home
from tests.memory_project.own_databases import Installation, folder_with_database
from tests.memory_project.running import Up

LOAD = """
import django; django.setup()
import json, sys
from django.utils import timezone
from workspaces import scope
from workspaces.models import Membership, Person
owner = Membership.objects.get().as_person()
"""
PEOPLE = f"""{LOAD}
with scope.enter(owner.workspace_id):
    print(json.dumps([str(Person.objects.create(name=name).id) for name in ("Ben", "Cleo")]))
"""
ERASE_CLEO = f"""{LOAD}
from operations.privacy.erase_person import request_erasure
from workspaces.actors import Actor, ActorKind
staff = Actor(kind=ActorKind.STAFF, workspace_id=owner.workspace_id, id=owner.id, name="owner", role="owner")
with scope.enter(owner.workspace_id):
    cleo = Person.objects.get(name="Cleo").id
request_erasure(person_id=cleo, confirmation="Cleo", actor=staff, now=timezone.now())
"""
ABOUT_THEM = (
    "repairs wooden boats in the harbour",
    "bakes sourdough bread every Sunday",
    "collects stamps from Iceland",
    "plays the cello in a quartet",
    "grows tomatoes on the balcony",
)


@contextmanager
def installed() -> Iterator[Installation]:
    with folder_with_database(0o755) as data_dir:
        yield Installation(data_dir)


@contextmanager
def served(installation: Installation, log: Path) -> Iterator[Up]:
    up = Up(installation.data_dir, log, **UNTHROTTLED)
    try:
        yield up
    finally:
        up.stop()


class Client:
    def __init__(self, up: Up, key: str) -> None:
        self.up, self.headers = up, {"Authorization": f"Bearer {key}"}

    def post(self, path: str, person: str, **body: object) -> httpx.Response:
        body |= {"user_id": person}
        return httpx.post(f"{self.up.address()}/api/v1{path}", json=body, headers=self.headers, timeout=60)

    def answers(self, person: str) -> list[list[str]] | int:
        """What is found, best first, for a question about each thing; a status where the person is unknown."""
        found = [self.post("/memory/query", person, query=f"Who {text}?") for text in ABOUT_THEM]
        if found[0].status_code != 200:
            return found[0].status_code
        return [[one["content"] for one in each.json()] for each in found]


def check_backups(count: int, tmp_path: Path, *, writers: int, pause_seconds: float = 0) -> str:
    passphrase = tmp_path / "passphrase"
    passphrase.write_text("correct horse battery staple")
    with installed() as original, served(original, tmp_path / "log") as up:
        home = new_home(original.data_dir)
        client = Client(up, home["key"])
        ben, cleo = json.loads(original.says("-c", PEOPLE))
        for text in ABOUT_THEM:
            for person in (ben, cleo):
                client.post("/memories", person, content=f"Somebody {text}.").raise_for_status()
        made = []
        with Ledger(home, up.address, writers=writers) as ledger:
            for _ in range(count):
                ledger.goes_on()
                time.sleep(pause_seconds)
                known = set(ledger.acknowledged)
                options = ("--passphrase-file", str(passphrase))
                made.append((known, manage(original.data_dir, "backup", str(tmp_path / "all"), *options).strip()))
            ledger.goes_on()
        before = client.answers(ben)
        original.says("-c", ERASE_CLEO)
        erasures = original.data_dir / "seals" / "erasures.jsonl"
        sizes = [check_one(ledger, *each, passphrase, erasures, (ben, cleo, before), tmp_path) for each in made]
        return f"{count} backups, {sizes} notes in them of {len(ledger.acknowledged)} acknowledged in the end, 0 lost"


def check_one(ledger, known, backup, passphrase, erasures, people, tmp_path) -> int:
    """Restore it elsewhere, and serve it; returns how many notes came back."""
    ben, cleo, before = people
    with installed() as elsewhere:
        options = ("--passphrase-file", str(passphrase), "--erasures", str(erasures))
        restored = elsewhere.says("manage.py", "restore_backup", backup, *options)
        assert "1 people were erased" in restored and "BROKEN" not in restored
        with served(elsewhere, tmp_path / Path(backup).name) as up:
            client = Client(up, ledger.home["key"])
            stored = Counter(text for _, text in Ledger(ledger.home, up.address, writers=0).stored())
            notes = {text for text in stored if text.startswith("Note")}
            assert (known - notes, max(stored.values())) == (set(), 1)
            assert notes <= {text for writer in ledger.writers for text in writer.sent}
            assert client.answers(ben) == before and client.answers(cleo) == 404
        assert "BROKEN" not in manage(elsewhere.data_dir, "verify_history")
    return len(notes)


def test_a_backup_under_load_brings_back_what_was_acknowledged(tmp_path, figure):
    figure(check_backups(1, tmp_path, writers=2))


@pytest.mark.prove
def test_five_backups_in_three_minutes_do(tmp_path, figure):
    figure(check_backups(5, tmp_path, writers=8, pause_seconds=30))
