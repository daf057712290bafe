"""What one hostile key costs everybody else: another tenant's queries, and memory that processes keep.

    python benchmarks/one_key_load.py [--seconds 20] [--only states]

A server of its own with its default limits. While each load runs, another tenant asks one question after another; its
95th percentile is printed as a ratio to that of the quiet server in the same run. Growth is that of the process that
grew most, some seconds after the load ended. The load comes from a process at low priority, as if from elsewhere.
"""

import argparse
import itertools
import json
import os
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlsplit

import httpx
import psutil
from service import machine, new_key, requests_to, server

MOST_TIMES, MOST_MEGABYTES = 3.0, 300
SOURCE_CHARACTERS, CHECKPOINT_BYTES, TURN_CHARACTERS = 390_000, 23 * 2**20, 10_000
AS_CHECKPOINT = {"Content-Type": "application/vnd.checkpoint+json"}
NOTES = 100
SETTLING_SECONDS = 5.0
LIMITS = {"THROTTLE_RATE": "6000/minute", "PROCESSOR_RATE": "30/minute"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--only", default="", help="the loads whose title has this")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="memory-benchmark-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        with server(folder, LIMITS) as url:
            measure(url, new_key(folder), new_key(folder), arguments.seconds, arguments.only)


def measure(url: str, key_of_victim: str, key_of_hostile: str, seconds: float, only: str) -> None:
    with from_elsewhere(url, key_of_victim) as victim, requests_to(url, key_of_hostile) as hostile:
        ana, bob = person(victim, "Ana"), person(hostile, "Bob")
        for number in range(NOTES):
            note = f"Plan {number} is about sailing to harbour {number}."
            victim.post("/memories", json={"user_id": ana, "content": note}).raise_for_status()
        asked(victim, ana, 3)  # warm
        quiet = p95(asked(victim, ana, seconds))
        before = resident()
        print(f"{machine()}\n\nquiet: p95 {quiet:.0f} ms")
        chosen = {title: load for title, load in loads(url, key_of_hostile, bob).items() if only in title}
        for title, load in chosen.items():
            with running(load) as answers:
                ratio = p95(asked(victim, ana, seconds)) / quiet
            time.sleep(SETTLING_SECONDS)
            after = resident()
            grown = max((size - before[pid] for pid, size in after.items() if pid in before), default=0) / 2**20
            verdict = "met" if ratio <= MOST_TIMES and grown <= MOST_MEGABYTES else "NOT MET"
            print(f"{title}: p95 {ratio:.1f} × quiet, +{grown:.0f} MB, answers {answers}: {verdict}", flush=True)


def from_elsewhere(url: str, key: str) -> httpx.Client:
    """Requests from another address than the loads come from: unfinished bodies are bounded by address."""
    transport = httpx.HTTPTransport(local_address="127.0.0.2")
    headers = {"Authorization": f"Bearer {key}"}
    return httpx.Client(base_url=f"{url}/api/v1", headers=headers, timeout=300, transport=transport)


def loads(url: str, key: str, bob: str) -> dict[str, Callable[[], int]]:
    """Each load sends one request, or so many at once, and answers a status."""
    headers = {"Authorization": f"Bearer {key}"}
    numbers = itertools.count()

    def send(method: str, path: str, body: bytes, **more: str) -> int:
        kind = {"Content-Type": "application/json"} | headers | more
        return httpx.request(method, f"{url}/api/v1{path}", content=body, headers=kind, timeout=300).status_code

    def source(piece: str) -> int:
        number = next(numbers)
        text = (piece * SOURCE_CHARACTERS)[:SOURCE_CHARACTERS]
        payload = {"type": "issue", "number": number, "repository": "acme/app", "body": text}
        body = {"user_id": bob, "source_id": f"acme/app#{number}", "title": f"Issue {number}", "payload": payload}
        return send("POST", "/sources/github/objects", json.dumps(body).encode())

    def checkpoint(values: int) -> int:
        return send("PUT", f"/users/{bob}/checkpoints/t{next(numbers) % 4}", state_of(values), **AS_CHECKPOINT)

    def turns() -> int:
        session = json.loads(httpx.post(f"{url}/api/v1/sessions", json={"user_id": bob}, headers=headers).content)
        said = [{"role": "user", "content": f"I like sailing number {next(numbers)}. " * (TURN_CHARACTERS // 30)}] * 90
        return send("POST", f"/sessions/{session['id']}/turns", json.dumps({"turns": said}).encode())

    return {
        "200 slow bodies and 40 with the key": lambda: slow_bodies(url, headers),
        "eight sources of %6c": lambda: source("%6c"),
        "eight sources of city:": lambda: source("city: Zagreb\n"),
        "states of 23 MB of []": lambda: checkpoint(CHECKPOINT_BYTES // 3),
        "the largest states of []": lambda: checkpoint(499_000),
        "1 MB of turns": turns,
    }


def slow_bodies(url: str, headers: dict[str, str]) -> int:
    address = urlsplit(url)
    begin = "POST /api/v1/memories HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
    with ExitStack() as clients:
        for number in range(240):
            with_key = f"Authorization: {headers['Authorization']}\r\n" if number < 40 else ""
            client = clients.enter_context(socket.create_connection((address.hostname, address.port)))
            client.sendall(f"{begin}{with_key}\r\n{{".encode())
        time.sleep(5)
    return 0


@cache
def state_of(values: int) -> bytes:
    return b'{"checkpoint": {"all": [' + b",".join([b"[]"] * values) + b"]}}"


@contextmanager
def running(load: Callable[[], int]) -> Iterator[dict[int, int]]:
    """The load, eight at once and again as soon as one ends; counts of statuses."""
    processes = get_context("fork")
    ended, answers = processes.Event(), processes.Manager().dict()
    elsewhere = processes.Process(target=repeat, args=(load, ended, answers))
    elsewhere.start()
    time.sleep(1)
    try:
        yield answers
    finally:
        ended.set()
        elsewhere.join()


def repeat(load: Callable[[], int], ended: Event, answers: dict[int, int]) -> None:
    os.setsid()
    os.nice(10)
    with suppress(OSError):  # a session of its own has a share of its own (sched(7), autogroup)
        Path("/proc/self/autogroup").write_text("10")

    def again() -> None:
        while not ended.is_set():
            status = load()
            answers[status] = answers.get(status, 0) + 1
            if status == 429:
                time.sleep(0.5)

    with ThreadPoolExecutor(8) as pool:
        for _ in range(8):
            pool.submit(again)


def person(api: httpx.Client, name: str) -> str:
    made = api.post("/users", json={"name": name})
    made.raise_for_status()
    return str(made.json()["id"])


def asked(api: httpx.Client, user_id: str, seconds: float) -> list[float]:
    """Milliseconds of one question after another."""
    ends, times = time.monotonic() + seconds, []
    while time.monotonic() < ends:
        began = time.monotonic()
        api.post("/memory/query", json={"user_id": user_id, "query": "Which harbour?"}).raise_for_status()
        times.append((time.monotonic() - began) * 1_000)
        time.sleep(0.05)
    return times


def p95(times: list[float]) -> float:
    return quantiles(times, n=20)[-1] if len(times) > 1 else times[0]


def resident() -> dict[int, int]:
    """Bytes of each process below this one, but of PostgreSQL, whose share of memory is fixed."""
    below = psutil.Process(os.getpid()).children(recursive=True)
    return {one.pid: one.memory_info().rss for one in below if "postgres" not in one.name()}


if __name__ == "__main__":
    main()
