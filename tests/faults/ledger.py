"""Clients that write without a pause and remember what they were told: their ledger is held against the server."""

import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import httpx

from tests.memory_project.running import PROJECT

PAUSE_SECONDS = 0.05
PATIENCE_SECONDS = 180
TIMEOUT_SECONDS = 30
STORED = {200, 201}  # 200: an earlier attempt had stored it
TRY_AGAIN = {408, 425, 429, 500, 502, 503, 504}


class Writer(threading.Thread):
    """Stores one note after the other, each under an Idempotency-Key, and repeats a note until it is answered."""

    timeout_seconds = TIMEOUT_SECONDS

    def __init__(self, name: str, home: dict[str, str], address: Callable[[], str], *, is_patient: bool = True) -> None:
        super().__init__(daemon=True)
        self.name, self.home, self.address, self.is_patient = name, home, address, is_patient
        self.acknowledged: dict[str, str] = {}  # the memory's id by the note's text
        self.sent: list[str] = []
        self.failures: Counter[str] = Counter()
        self.is_stopped = False

    def run(self) -> None:
        with httpx.Client(timeout=self.timeout_seconds) as client:
            while not self.is_stopped:
                self.sent.append(f"Note {len(self.sent)} of {self.name}: she sails.")
                self.store(client, self.sent[-1])

    def store(self, client: httpx.Client, text: str) -> None:
        """An impatient writer gives a note up where it is not stored at first."""
        while not (answer := self.attempt(client, text)) and self.is_patient and not self.is_stopped:
            time.sleep(PAUSE_SECONDS)
        if answer:
            self.acknowledged[text] = answer

    def attempt(self, client: httpx.Client, text: str) -> str:
        """The memory's id, empty where the attempt failed."""
        body = {"user_id": self.home["user_id"], "content": text}
        headers = {"Authorization": f"Bearer {self.home['key']}", "Idempotency-Key": text.replace(" ", "-")}
        try:
            answer = client.post(f"{self.address()}/api/v1/memories", json=body, headers=headers)
        except httpx.TransportError as error:
            self.failures[type(error).__name__] += 1
            return ""
        if answer.status_code in STORED:
            return str(answer.json()["memory_id"])
        self.failures[str(answer.status_code)] += 1
        assert answer.status_code in TRY_AGAIN, answer.text
        return ""


class Ledger:
    """Several writers on one server."""

    def __init__(
        self, home: dict[str, str], address: Callable[[], str], *, writers: int = 4, is_patient: bool = True
    ) -> None:
        self.home, self.address = home, address
        self.writers = [Writer(f"writer {n}", home, address, is_patient=is_patient) for n in range(writers)]

    def __enter__(self) -> "Ledger":
        for writer in self.writers:
            writer.start()
        return self

    def __exit__(self, *_: object) -> None:
        for writer in self.writers:
            writer.is_stopped = True
        for writer in self.writers:
            writer.join(PATIENCE_SECONDS)

    @property
    def acknowledged(self) -> dict[str, str]:
        return {text: memory for writer in self.writers for text, memory in list(writer.acknowledged.items())}

    @property
    def failures(self) -> Counter[str]:
        return sum((writer.failures for writer in self.writers), Counter())

    def goes_on(self) -> None:
        """Wait until each writer has been told of two more notes."""
        before = [len(writer.acknowledged) for writer in self.writers]
        deadline = time.monotonic() + PATIENCE_SECONDS
        while any(len(writer.acknowledged) < was + 2 for writer, was in zip(self.writers, before, strict=True)):
            assert all(writer.is_alive() for writer in self.writers), "a writer met an answer that it cannot repeat"
            assert time.monotonic() < deadline, f"nothing is stored any more: {self.failures}"
            time.sleep(0.05)

    def check(self) -> str:
        """Every note that was acknowledged is stored, none is twice; returns the figures.

        Other memories than notes are others' business.
        """
        stored = Counter(content for _, content in self.stored() if content.startswith("Note "))
        lost = [text for text in self.acknowledged if not stored[text]]
        doubled = [text for text, times in stored.items() if times > 1]
        assert (lost, doubled) == ([], [])
        assert set(stored) <= {text for writer in self.writers for text in writer.sent}
        return f"{len(self.acknowledged)} acknowledged, 0 lost, 0 doubled; {sum(self.failures.values())} repeated"

    def stored(self) -> list[tuple[str, str]]:
        """Id and content of every memory."""
        found, cursor = [], ""
        headers = {"Authorization": f"Bearer {self.home['key']}"}
        while cursor is not None:
            query = {"limit": "100"} | ({"cursor": cursor} if cursor else {})
            answer = httpx.get(f"{self.address()}/api/v1/memories", params=query, headers=headers, timeout=60)
            page = answer.raise_for_status().json()
            found += [(one["id"], one["content"]) for one in page["results"]]
            cursor = page["next_cursor"]
        return found


def manage(data_dir: Path, *command: str, **settings: str) -> str:
    """What a command of manage.py says about an installation with this data folder."""
    environment = os.environ | {"DATA_DIR": str(data_dir), "DATABASE_URL": ""} | settings
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-2000:]
    return done.stdout


def new_home(data_dir: Path, **settings: str) -> dict[str, str]:
    """A workspace of the installation: `user_id`, and the supervisor's `key`."""
    made = json.loads(manage(data_dir, "create_workspace", "Home", "--json", **settings))
    return {"user_id": made["user_id"], "key": made["api_keys"]["supervisor"], "workspace_id": made["workspace_id"]}
