"""How fast the server answers over HTTP when one person has many memories.

    DATA_DIR=/where/the/database/is python benchmarks/latency.py --size 100000 [--queries 400] [--clients 8] [--keep]

Fills DATA_DIR first (populate.py). Distinct questions, as bullets: one client, several at once, one while 20 memories a
second are written, and contexts; beside it the bare floor, which is to embed the question and ask pgvector for ten
neighbours. Milliseconds (p50, p95), answers a second, and how much processor time the clients themselves took.
"""

import argparse
import http.client
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

sys.path.insert(0, str(Path(__file__).resolve().parent))

import project  # noqa: F401, I001 -- sets Django up
import numpy as np
from django.db import connection, connections

import population
from memories.embedding_models import active_model, embed_query
from populate import populate, texts_from
from results import FOLDER, Table, keep
from service import server
from workspaces import scope

FLOOR = """
SELECT chunk_id FROM memories_embedding WHERE workspace_id = %s AND person_id = %s AND model_id = {model}
ORDER BY vector::halfvec({dimensions}) <=> %s::halfvec({dimensions}) LIMIT 10
"""
COLUMNS = ("p50 ms", "p95 ms", "answers/s", "client CPU ms")
WARM_UP = 200
WRITES_A_SECOND, WRITERS = 20, 4


class Caller:
    """Keeps one connection for each thread, and takes little of the processor."""

    def __init__(self, url: str, made: dict[str, str]) -> None:
        self._host, self._made, self._kept = urlsplit(url).netloc, made, threading.local()

    def query(self, question: str) -> None:
        self._post("/memory/query", {"user_id": self._made["user_id"], "query": question, "return": "bullets"})

    def context(self, question: str) -> None:
        self._post("/context", {"user_id": self._made["user_id"], "query": question})

    def write(self, text: str) -> None:
        self._post("/memories", {"user_id": self._made["user_id"], "content": text})

    def _post(self, path: str, body: dict[str, Any]) -> None:
        if not hasattr(self._kept, "connection"):
            self._kept.connection = http.client.HTTPConnection(self._host, timeout=60)
        head = {"Authorization": f"Bearer {self._made['api_key']}", "Content-Type": "application/json"}
        self._kept.connection.request("POST", f"/api/v1{path}", json.dumps(body), head)
        answer = self._kept.connection.getresponse()
        content = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{answer.status} {content[:200]!r}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=400)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--keep", action="store_true", help=f"Write the table and a plot to {FOLDER}.")
    options = parser.parse_args()
    table = measure(options.size, options.queries, options.clients)
    if options.keep:
        command = f"python benchmarks/latency.py --size {options.size} --queries {options.queries}"
        keep(f"latency-{options.size}", table, plotted="p95 ms", command=command)
    else:
        print(f"\n{table.markdown()}")


def measure(size: int, queries: int, clients: int) -> Table:
    made = populate(size)
    texts = texts_from(0, min(size, population.BATCH))
    questions = population.make_queries(texts, WARM_UP + 5 * queries, np.random.default_rng(time.time_ns()))
    warm, *parts = np.split(questions, [WARM_UP + n * queries for n in range(5)])
    table = Table(f"{size:,} memories of one person", COLUMNS)
    floor = floor_of(made)
    for question in warm:
        floor(str(question))
    table.add("floor: embed + pgvector", **timed(parts[0], floor))
    connections.close_all()
    with server(Path(os.environ["DATA_DIR"])) as url:
        caller = Caller(url, made)
        for question in warm:
            caller.query(f"warm up: {question}")
        table.add("query, 1 client", **timed(parts[1], caller.query))
        table.add(f"query, {clients} clients", **timed(parts[2], caller.query, clients=clients))
        caller = Caller(url, made)  # the server has hung up on the idle connection meanwhile
        for question in warm[:20]:
            caller.context(f"warm up: {question}")
        table.add("context, 1 client", **timed(parts[3], caller.context))
        with writing(caller, texts):
            table.add(f"query, {WRITES_A_SECOND} writes/s", **timed(parts[4], caller.query))
    return table


@contextmanager
def writing(caller: Caller, texts: population.Texts) -> Iterator[None]:
    """Write memories all the while, at their pace whatever each takes: a few clients take turns."""
    ends = threading.Event()
    began = time.monotonic()

    def write(number: int) -> int:
        written = 0
        while not ends.wait(max(0.0, began + (written * WRITERS + number) / WRITES_A_SECOND - time.monotonic())):
            caller.write(f"{texts.contents[written % len(texts.contents)]} again {time.time_ns()}")
            written += 1
        return written

    with ThreadPoolExecutor(WRITERS) as pool:
        writers = [pool.submit(write, number) for number in range(WRITERS)]
        try:
            yield
        finally:
            ends.set()
            written = sum(writer.result() for writer in writers)
            print(f"(written meanwhile: {written / (time.monotonic() - began):.1f} a second)")


def floor_of(made: dict[str, str]) -> Callable[[str], None]:
    model = active_model()
    statement = FLOOR.format(model=model.pk, dimensions=model.dimensions)

    def ask(question: str) -> None:
        vector = str(embed_query(question, model=model).tolist())
        with scope.enter(UUID(made["workspace_id"])), connection.cursor() as cursor:
            cursor.execute(statement, [made["workspace_id"], made["user_id"], vector])
            cursor.fetchall()

    return ask


def timed(questions: Any, ask: Callable[[str], None], *, clients: int = 1) -> dict[str, float]:
    def milliseconds(question: str) -> float:
        began = time.perf_counter()
        ask(str(question))
        return (time.perf_counter() - began) * 1000

    began, used = time.perf_counter(), time.process_time()
    if clients == 1:
        taken = [milliseconds(question) for question in questions]
    else:
        with ThreadPoolExecutor(clients) as pool:
            taken = list(pool.map(milliseconds, questions))
    passed, processor = time.perf_counter() - began, (time.process_time() - used) * 1000
    p50, p95 = np.percentile(taken, [50, 95])
    return dict(zip(COLUMNS, [p50, p95, len(taken) / passed, processor / len(taken)], strict=True))


if __name__ == "__main__":
    main()
