"""A conversation over HTTP while the worker runs: how long storing a turn takes, and when it is found by meaning.

    python benchmarks/conversation.py [--turns 200] [--pause 0.25] [--url http://localhost:8000 --key mem_...]

Posts one turn after the other, as a chat would, and asks all the while which of them are indexed. Prints p50, p95 and
the longest time, first of the answers to `POST /sessions/{id}/turns` (the promise: p95 below 50 ms), then from that
answer until the turn is found by meaning (p95 at most 5 s); then what the background mind made of the conversation
(R18: with 100 turns nine episodes and a window from 91 on). Without --url a server is started on an empty database and
stopped again.
"""

import argparse
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))

from service import client, machine

SETTLE_SECONDS = 120
POLL_SECONDS = 0.1
FACTS = (
    "I'm allergic to walnuts.",
    "I prefer Python.",
    "My coding style is black with line length 100.",
    "I'm vegetarian.",
    "Always answer in bullet points.",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--pause", type=float, default=0.25, help="Seconds between two turns.")
    parser.add_argument("--url")
    parser.add_argument("--key")
    options = parser.parse_args()
    print(machine())
    with client(options.url, options.key) as api:
        person = api.post("/users", json={"name": "Benchmark"}).raise_for_status().json()["id"]
        talk = Talk(api, person)
        talk.hold(options.turns, options.pause)
        report("POST turns, ms", 1000 * np.array(talk.answers))
        report("found by meaning after, s", np.array(talk.indexed_after))
        talk.tell(person)


class Talk:
    """One conversation in the making."""

    def __init__(self, api: httpx.Client, person: str) -> None:
        self.api = api
        self.session = api.post("/sessions", json={"user_id": person}).raise_for_status().json()["id"]
        self.answers: list[float] = []
        self.answered_at: list[float] = []
        self.indexed_after: list[float] = []

    def hold(self, count: int, pause: float) -> None:
        """Say everything; a second thread watches how many turns are indexed."""
        self._say("Hello.")
        self.answers.clear()
        watcher = threading.Thread(target=self._watch, args=(count + 1,))
        watcher.start()
        for number in range(count):
            self._say(said(number))
            time.sleep(pause)
        watcher.join(SETTLE_SECONDS)

    def _say(self, content: str) -> None:
        began = time.perf_counter()
        body = {"role": "user", "content": content}
        self.api.post(f"/sessions/{self.session}/turns", json=body).raise_for_status()
        now = time.perf_counter()
        self.answers.append(now - began)
        self.answered_at.append(now)

    def _watch(self, count: int) -> None:
        """Turns are indexed in order, so their number says which of them are."""
        with httpx.Client(base_url=self.api.base_url, headers=self.api.headers, timeout=60) as own:
            while len(self.indexed_after) < count:
                indexed = own.get(f"/sessions/{self.session}").raise_for_status().json()["indexed_turns"]
                now = time.perf_counter()
                while len(self.indexed_after) < min(indexed, len(self.answered_at)):
                    self.indexed_after.append(now - self.answered_at[len(self.indexed_after)])
                time.sleep(POLL_SECONDS)

    def tell(self, person: str) -> None:
        """Wait until facts and episodes are there, and say what came of it."""
        wanted = max(0, (len(self.answered_at) - 10) // 10)
        began = time.monotonic()
        while len(self._found(person)) < min(wanted, 32) and time.monotonic() - began < SETTLE_SECONDS:
            time.sleep(1)
        window = self.api.get(f"/sessions/{self.session}/window").raise_for_status().json()["turns"]
        facts = self.api.get(f"/users/{person}/facts").raise_for_status().json()["results"]
        ranges = sorted(set(self._found(person)))
        print(f"{len(self.answered_at)} turns: episodes {ranges}")
        print(f"window {window[0]['position']}-{window[-1]['position']}, facts {sorted(one['key'] for one in facts)}")

    def _found(self, person: str) -> list[tuple[int, int]]:
        body: dict[str, Any] = {"user_id": person, "query": "message number", "kinds": ["episode"], "top_k": 32}
        found = self.api.post("/memory/query", json=body | {"return": "full"}).raise_for_status().json()
        return [(one["provenance"]["turn_start"], one["provenance"]["turn_end"]) for one in found]


def said(number: int) -> str:
    if number % 20 == 5:
        return FACTS[(number // 20) % len(FACTS)]
    return f"In message number {number} I describe lighthouse {number * 7 % 97} and the weather on day {number}."


def report(title: str, values: np.ndarray) -> None:
    p50, p95 = np.percentile(values, [50, 95])
    print(f"{title:28} p50 {p50:8.1f}   p95 {p95:8.1f}   longest {values.max():8.1f}   of {len(values)}")


if __name__ == "__main__":
    main()
