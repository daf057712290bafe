"""How fast memories are written through the public path, and how many bytes each takes.

    [DATA_DIR=/where/the/database/is] python benchmarks/write.py [--size 100000] [--over-rest] [--writers 2]

Fills a workspace with made-up notes of 10 to 60 words (see sentences.py), by default through the gate's batch, which is
what `POST /memories/batch` calls; with `--over-rest` through that endpoint of a server process. Embedding is part of
it; linking to neighbours is not: no worker runs, but for `--over-rest`. Run again on the same DATA_DIR it goes on where
it stopped. Prints memories a second, and for each table its size with indexes divided by the number of memories; with
`--results FOLDER` also writes them there, as JSON, Markdown and a drawing.
"""

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

sys.path.insert(0, str(Path(__file__).resolve().parent))

import project  # noqa: F401, I001 -- sets Django up
from django.core.management import call_command
from django.db import connection, connections
from django.utils import timezone

import drawing
from consent.changes import WriteMemory
from consent.gate import submit_many
from consent.outcomes import Applied, Outcome
from memories.drafts import MemoryDraft
from memories.models import Memory
from sentences import note
from service import machine, requests_to, server
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actions.issue_key import issue_key
from workspaces.actions.create_workspace import create_workspace
from workspaces.models import Agent, Membership, Workspace

BATCH = 100
SIZES = """
SELECT relname, pg_total_relation_size(oid) FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname ~ '^(memories|conversations|consent)_'
"""
Sizes = dict[str, int]


@dataclass(frozen=True)
class Target:
    """The workspace that is filled; all its memories are one person's."""

    workspace_id: UUID
    person_id: UUID
    key: str
    seed: int


@dataclass(frozen=True)
class Written:
    """One batch: how long it took, and when it was done, both in seconds."""

    count: int
    seconds: float
    done_at: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--writers", type=int, default=2, help="batches at the same time")
    parser.add_argument("--over-rest", action="store_true")
    parser.add_argument("--results", type=Path)
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    target = find_or_make(options.seed)
    missing = missing_batches(target, options.size)
    before, empty = sum(len(batch) for batch in missing), sizes()
    with sender(target, over_rest=options.over_rest) as send:
        began, used = time.perf_counter(), time.process_time()
        batches = fill(missing, send, options.writers)
        seconds, processor = time.perf_counter() - began, time.process_time() - used
    if not batches:
        print(f"All {options.size:,} memories are there already; a new DATA_DIR begins from nothing.")
        return
    report = summary(batches, seconds, processor, empty, before) | {
        "size": options.size,
        "seed": options.seed,
        "path": "POST /memories/batch" if options.over_rest else "consent.gate.submit_many",
        "writers": options.writers,
    }
    table = as_markdown(report)
    print(table)
    if options.results:
        store(options.results, report, table)


def find_or_make(seed: int) -> Target:
    """The workspace of this seed, with a fresh key."""
    name = f"Writing {seed}"
    workspace = Workspace.objects.filter(name=name).first()
    if workspace is None:
        made = create_workspace(name=name, username=f"writing-{seed}", person_name="First")
        return Target(made.workspace_id, made.user_id, made.api_keys["supervisor"], seed)
    person_id = Membership.objects.get(workspace=workspace).person_id
    assert person_id is not None
    with scope.enter(workspace.id):
        key = issue_key(agent=Agent.objects.get(role="supervisor"))
    return Target(workspace.id, person_id, key, seed)


def missing_batches(target: Target, size: int) -> list[list[int]]:
    """The numbers that are not written yet, a hundred together. A batch is written whole or not at all."""
    with scope.enter(target.workspace_id):
        kept = set(Memory.objects.values_list("key", flat=True))
    missing = [number for number in range(size) if key_of(number) not in kept]
    return [missing[start : start + BATCH] for start in range(0, len(missing), BATCH)]


def key_of(number: int) -> str:
    return f"note-{number:07d}"


@contextmanager
def sender(target: Target, *, over_rest: bool) -> Iterator[Callable[[list[int]], None]]:
    """What writes one batch. Raises where a memory was not kept."""
    if not over_rest:
        yield lambda numbers: through_the_gate(target, numbers)
        return
    connections.close_all()
    with server(Path(os.environ["DATA_DIR"])) as url, requests_to(url, target.key) as api:

        def send(numbers: list[int]) -> None:
            items = [
                {"user_id": str(target.person_id), "key": key_of(n), "content": note(target.seed, n)} for n in numbers
            ]
            answer = api.post("/memories/batch", json={"items": items})
            answer.raise_for_status()
            assert all(result["status_code"] in (200, 201) for result in answer.json()["results"]), answer.text

        yield send


def through_the_gate(target: Target, numbers: list[int]) -> None:
    namespace = ("memories", str(target.person_id))
    changes = [
        WriteMemory(draft=MemoryDraft(namespace=namespace, key=key_of(n), content=note(target.seed, n)))
        for n in numbers
    ]
    now = timezone.now()
    answers: list[Outcome] = submit_many(changes, actor=authenticate_key(target.key, now=now), now=now)
    assert all(isinstance(answer, Applied) for answer in answers), answers


def fill(batches: list[list[int]], send: Callable[[list[int]], None], writers: int) -> list[Written]:
    """Write the batches; stopped by Ctrl-C it answers with those that are done."""
    began = time.perf_counter()
    done: list[Written] = []

    def write(numbers: list[int]) -> None:
        start = time.perf_counter()
        send(numbers)
        end = time.perf_counter()
        done.append(Written(len(numbers), end - start, end - began))
        if len(done) % 50 == 0:
            print(f"{sum(batch.count for batch in done):>9,} memories, {rate(done[-50:], 50):.0f}/s lately", flush=True)

    pool = ThreadPoolExecutor(writers)
    try:
        for _ in pool.map(write, batches):
            pass
    except KeyboardInterrupt:
        pool.shutdown(wait=True, cancel_futures=True)
    with suppress(RuntimeError):
        pool.shutdown()
    return sorted(done, key=lambda batch: batch.done_at)


def rate(batches: list[Written], least: int = 1) -> float:
    """Memories a second over a stretch of batches."""
    if len(batches) < 2 or len(batches) < least:
        return batches[0].count / batches[0].seconds if batches else 0.0
    first, last = min(b.done_at for b in batches), max(b.done_at for b in batches)
    return sum(batch.count for batch in batches[1:]) / max(last - first, 1e-9)


def sizes() -> Sizes:
    """Bytes of each table with its indexes and TOAST."""
    with connection.cursor() as cursor:
        cursor.execute(SIZES)
        return dict(cursor.fetchall())


def summary(batches: list[Written], seconds: float, processor: float, empty: Sizes, count: int) -> dict[str, object]:
    written = sum(batch.count for batch in batches)
    stretches = [batches[start : start + 50] for start in range(0, len(batches), 50)]
    grown = {name: (size - empty.get(name, 0)) / written for name, size in sizes().items()}
    milliseconds = [batch.seconds * 1000 for batch in batches]
    return {
        "machine": machine(),
        "measured_at": timezone.now().isoformat(timespec="seconds"),
        "written": written,
        "wanted": count,
        "seconds": round(seconds, 1),
        "memories_per_second": round(written / seconds, 1),
        "process_cpu_ms_per_memory": round(processor * 1000 / written, 2),
        "batch_ms_p50": round(statistics.median(milliseconds), 1),
        "batch_ms_p95": round(statistics.quantiles(milliseconds, n=20)[-1], 1) if len(batches) > 1 else None,
        "rate_by_5000": [round(rate(stretch), 1) for stretch in stretches],
        "bytes_per_memory": round(sum(grown.values())),
        "bytes_by_table": {
            name: round(size) for name, size in sorted(grown.items(), key=lambda g: -g[1]) if size > 0.5
        },
    }


def as_markdown(report: dict[str, object]) -> str:
    rates, tables = report["rate_by_5000"], report["bytes_by_table"]
    assert isinstance(rates, list) and isinstance(tables, dict)
    lines = [
        f"{report['machine']}, {report['measured_at']}",
        "",
        f"{report['path']}, batches of {BATCH}, {report['writers']} writers",
        "",
        "| memories | seconds | memories/s | by 5,000: least, median, most | batch p50 ms | p95 ms "
        "| CPU ms/memory | bytes/memory |",
        "|---|---|---|---|---|---|---|---|",
        f"| {report['written']:,} | {report['seconds']} | {report['memories_per_second']} "
        f"| {min(rates)}, {statistics.median(rates):.1f}, {max(rates)} "
        f"| {report['batch_ms_p50']} | {report['batch_ms_p95']} | {report['process_cpu_ms_per_memory']} "
        f"| {report['bytes_per_memory']:,} |",
        "",
        "| table with indexes | bytes/memory |",
        "|---|---|",
        *[f"| {name} | {size:,} |" for name, size in tables.items()],
    ]
    return "\n".join(lines)


def store(folder: Path, report: dict[str, object], table: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    path = "rest" if str(report["path"]).startswith("POST") else "gate"
    name = f"write-{report['size']}-{path}"
    (folder / f"{name}.json").write_text(json.dumps(report, indent=2) + "\n")
    (folder / f"{name}.md").write_text(f"# {report['written']:,} memories written\n\n{table}\n")
    rates = report["rate_by_5000"]
    assert isinstance(rates, list)
    points = [((place + 1) * 50 * BATCH, value) for place, value in enumerate(rates)]
    (folder / f"{name}.svg").write_text(drawing.line(points, across="memories", up="memories/s", target=100))


if __name__ == "__main__":
    main()
