"""What a memory, a query and a write cost: the coefficients of `manage.py plan_capacity`.

    DATA_DIR=/where/the/database/is python benchmarks/capacity.py [--sizes 10000 30000 100000] [--keep]
    DATA_DIR=/where/the/database/is python benchmarks/capacity.py --predict 300000

Fills DATA_DIR step by step (populate.py) and measures at each size: bytes by table and index, and milliseconds of
processor of the web processes, the worker and the database for a query and for a write over HTTP. Beside it, what the
gate's other tables take for a memory, what a receipt takes, and queries about people with few memories. What the
server uses while nobody asks is taken off. Processor time rather than the clock: it varies less on a busy machine.
`--keep` fits the growth with the number of memories and writes operations/capacity/coefficients.json. `--predict`
fills DATA_DIR up to a size that was not measured, and prints what was predicted for it beside what is.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

sys.path.insert(0, str(Path(__file__).resolve().parent))

import project  # noqa: F401, I001 -- sets Django up
import httpx
import numpy as np
import psutil
from django.db import connection, connections

import population
from latency import Caller
from operations.capacity.coefficients import FILE, PARTS, Coefficients, Growth, as_json
from operations.models import JobRun
from operations.queue import LINK_SECONDS
from populate import populate, texts_from
from relation_sizes import grown, sizes
from sentences import note
from service import cpu_seconds, cpu_seconds_of, machine, server
from workspaces import scope
from workspaces.actions.create_agent import create_agent
from workspaces.actions.issue_key import issue_key
from workspaces.models import Person, Workspace

SIZES = [10_000, 30_000, 100_000]
SMALL_PEOPLE = (100, 1_000, 4_000)
BLOCKS, QUERIES, WRITES, WARM_UP = 6, 50, 60, 100
BATCHES, BATCH = 20, 100
IDLE_SECONDS, PATIENCE_SECONDS = 10, 180
QUIET = 0.05  # processors
Connect = Callable[[], Callable[[str], None]]
SendAll = Callable[[Connect, Sequence[str]], None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--keep", action="store_true", help=f"Write {FILE}.")
    parser.add_argument("--predict", type=int, metavar="SIZE")
    options = parser.parse_args()
    if options.predict:
        compare(options.predict)
        return
    points = [measure(size) for size in options.sizes]
    found = Coefficients(
        machine=machine(),
        points=points,
        bytes_per_memory=slopes(points),
        bytes_per_write=(extra := measure_gate())["bytes_per_write"],
        bytes_per_query=extra["bytes_per_query"],
        query={part: fitted(points, "query", part) for part in ("web", "database")},
        write={part: fitted(points, "write", part) for part in PARTS},
        small_query=extra["small_query"],
    )
    text = as_json(found)
    print(text)
    if options.keep:
        FILE.write_text(text + "\n")


def measure(size: int) -> dict[str, Any]:
    """One point: sizes after filling, then the processor time of queries and writes."""
    made = populate(size)
    made |= {"api_key": new_key(UUID(made["workspace_id"]))}
    point: dict[str, Any] = {"memories": size, "bytes": {name: sizes()[name] for name in population.FILLED}}
    texts = texts_from(0, min(size, population.BATCH))
    questions = iter(population.make_queries(texts, WARM_UP + BLOCKS * QUERIES, np.random.default_rng(size)))
    with measured_server() as (url, used):
        caller = Caller(url, made)
        for _ in range(WARM_UP):
            caller.query(f"warm up: {next(questions)}")
        idle = per_second(used)
        point["query"] = blocks(lambda: Caller(url, made).query, questions, QUERIES, used, idle)
        said = iter(f"{content} once more {time.time_ns()}" for content in texts.contents)
        point["write"] = blocks(lambda: Caller(url, made).write, said, WRITES, used, idle, write_and_link)
    print(json.dumps({name: point[name] for name in ("memories", "query", "write")}), flush=True)
    return point


def new_key(workspace_id: UUID) -> str:
    """Of a new agent: some texts wait for consent, and an agent may ask so many questions only."""
    workspace = Workspace.objects.get(id=workspace_id)
    with scope.enter(workspace_id):
        return issue_key(agent=create_agent(name=f"Writer {time.time_ns()}", role="supervisor", workspace=workspace))


def send_each(connect: Connect, texts: Sequence[str]) -> None:
    send = connect()  # the server hangs up on idle connections
    for text in texts:
        send(text)


def write_and_link(connect: Connect, texts: Sequence[str]) -> None:
    """The last one comes when linking may be queued again, so that a block's own memories are linked within it."""
    send_each(connect, texts[:-1])
    time.sleep(LINK_SECONDS)
    send_each(connect, texts[-1:])
    until_linked()


def blocks(
    connect: Connect,
    texts: Iterator[str],
    count: int,
    used: Callable[[], dict[str, float]],
    idle: dict[str, float],
    send_all: SendAll = send_each,
) -> dict[str, float]:
    """Milliseconds of processor an action by part: the lower quartile of some blocks, for others slow some of them."""
    found: list[dict[str, float]] = []
    for _ in range(BLOCKS):
        before, began = used(), time.monotonic()
        send_all(connect, list(islice(texts, count)))
        seconds, after = time.monotonic() - began, used()
        found.append({p: 1000 * (after[p] - before[p] - idle[p] * seconds) / count for p in PARTS})
    return {part: round(float(np.percentile([one[part] for one in found], 25)), 3) for part in PARTS}


def per_second(used: Callable[[], dict[str, float]]) -> dict[str, float]:
    """What is used while nobody asks, once all processes have started."""
    until_linked()
    deadline = time.monotonic() + PATIENCE_SECONDS
    found = rates(used)
    while sum(found.values()) > QUIET and time.monotonic() < deadline:
        found = rates(used)
    return found


def rates(used: Callable[[], dict[str, float]]) -> dict[str, float]:
    before = used()
    time.sleep(IDLE_SECONDS)
    after = used()
    return {part: (after[part] - before[part]) / IDLE_SECONDS for part in PARTS}


def until_linked() -> None:
    """Until the jobs that writes queued are done."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    waiting = JobRun.objects.unfinished().filter(job__in=("embed_chunks", "link_neighbours"))
    while waiting.exists() and time.monotonic() < deadline:
        time.sleep(0.5)


@contextmanager
def measured_server() -> Iterator[tuple[str, Callable[[], dict[str, float]]]]:
    """A server on DATA_DIR, and what its parts have used of the processors so far, in seconds."""
    connections.close_all()
    with server(Path(os.environ["DATA_DIR"])) as url:
        postmaster = database_server()

        def used() -> dict[str, float]:
            return {
                "web": cpu_seconds(),
                "worker": cpu_seconds("qcluster"),
                "database": cpu_seconds_of(postmaster) + sum(map(cpu_seconds_of, postmaster.children())),
            }

        yield url, used


def database_server() -> psutil.Process:
    """The process that started our session's."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        server_process = psutil.Process(cursor.fetchone()[0]).parent()
    assert server_process
    return server_process


def measure_gate() -> dict[str, Any]:
    """Bytes of the tables that populate.py leaves out, for a written memory; of a receipt; queries of small people."""
    made = populate(0)
    workspace_id = UUID(made["workspace_id"])
    people = add_people(workspace_id)
    with measured_server() as (url, used):
        before = sizes()
        write_batches(url, made)
        until_linked()
        written = grown(before, sizes(), BATCHES * BATCH, without=population.FILLED)
        idle, before, small = per_second(used), sizes(), {}
        for count, person_id in people.items():
            texts = texts_from(count, population.BATCH)
            questions = iter(population.make_queries(texts, WARM_UP + BLOCKS * QUERIES, np.random.default_rng(count)))
            whose = made | {"user_id": str(person_id)}
            caller = Caller(url, whose)
            for _ in range(WARM_UP):
                caller.query(next(questions))
            small[count] = blocks(lambda whose=whose: Caller(url, whose).query, questions, QUERIES, used, idle)
            print(f"person with {count}: {small[count]}", flush=True)
        read = grown(before, sizes(), len(people) * (WARM_UP + BLOCKS * QUERIES), without=population.FILLED)
    return {"bytes_per_write": written, "bytes_per_query": read, "small_query": small}


def add_people(workspace_id: UUID) -> dict[int, UUID]:
    """People with few memories beside the one with many, made once; by how many."""
    found = {}
    for count in SMALL_PEOPLE:
        with scope.enter(workspace_id):
            person, is_new = Person.objects.get_or_create(name=f"Has {count}")
        if is_new:
            population.populate(workspace_id, [person.id] * count, texts_from(count, count))
        found[count] = person.id
    return found


def write_batches(url: str, made: dict[str, str]) -> None:
    head = {"Authorization": f"Bearer {made['api_key']}"}
    seed = time.time_ns()
    with httpx.Client(base_url=f"{url}/api/v1", headers=head, timeout=120) as api:
        for start in range(0, BATCHES * BATCH, BATCH):
            items = [
                {"user_id": made["user_id"], "content": f"{note(1, number)} {seed}"}
                for number in range(start, start + BATCH)
            ]
            api.post("/memories/batch", json={"items": items}).raise_for_status()


def slopes(points: Sequence[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """Bytes a memory by table and index, between the smallest and the largest size."""
    first, last = points[0], points[-1]
    more = last["memories"] - first["memories"]
    return {
        table: {name: round((size - first["bytes"][table].get(name, 0)) / more, 1) for name, size in parts.items()}
        for table, parts in last["bytes"].items()
    }


def fitted(points: Sequence[dict[str, Any]], act: str, part: str) -> Growth:
    """The least squares of a line over the logarithm of the memories; what seems to shrink does not grow."""
    decades = [np.log10(point["memories"] / Growth.AT) for point in points]
    taken = [point[act][part] for point in points]
    per_decade, base = np.polyfit(decades, taken, 1)
    if per_decade < 0:
        per_decade, base = 0.0, np.mean(taken)
    return Growth(round(float(base), 3), round(float(per_decade), 3))


def compare(size: int) -> None:
    """Print what the kept coefficients say of a size beside what is measured."""
    kept = Coefficients.load()
    point = measure(size)
    print(f"\n| {size:,} memories | predicted | measured | off |\n|---|---|---|---|")
    for table, parts in kept.bytes_per_memory.items():
        for name, each in parts.items():
            tell(f"{name} MB", each * size / 1e6, point["bytes"][table][name] / 1e6)
    total = sum(sum(parts.values()) for parts in point["bytes"].values())
    tell("all four tables MB", kept.stored_bytes(size) / 1e6, total / 1e6)
    for act, growths in (("query", kept.query), ("write", kept.write)):
        for part, growth in growths.items():
            tell(f"{act}, {part} ms", growth.at(size), point[act][part])
        together = sum(growth.at(size) for growth in growths.values())
        tell(f"{act} ms", together, sum(point[act][part] for part in growths))


def tell(name: str, predicted: float, measured: float) -> None:
    off = f"{predicted / measured - 1:+.0%}" if measured else "–"
    print(f"| {name} | {predicted:,.1f} | {measured:,.1f} | {off} |", flush=True)


if __name__ == "__main__":
    main()
