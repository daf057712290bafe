"""How fast `POST /memory/query` answers over HTTP when one person has many memories.

    [DATA_DIR=/where/the/database/is] python benchmarks/latency.py [--size 100000] [--queries 200] [--clients 8]

Distinct questions, as bullets: first one client, then several at once; beside it the bare floor, which is to embed the
question and ask pgvector for ten neighbours. Memories are synthetic (see population.py). Prints milliseconds (p50,
p95), answers a second, and how much processor time the clients themselves took.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import project  # noqa: F401, I001 -- sets Django up
import numpy as np
from django.core.management import call_command
from django.db import connection, connections

import population
from memories.embedding_models import active_model, embed_query
from retrieval.statistics import refresh_statistics
from service import machine, requests_to, server
from workspaces import scope
from workspaces.actions.create_workspace import NewWorkspace, create_workspace

FLOOR = """
SELECT chunk_id FROM memories_embedding WHERE workspace_id = %s AND person_id = %s AND model_id = {model}
ORDER BY vector::halfvec({dimensions}) <=> %s::halfvec({dimensions}) LIMIT 10
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--clients", type=int, default=8)
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    print(machine())
    made, questions = fill(options.size, 3 * options.queries)
    first, second, third = np.array_split(questions, 3)
    print(f"\n| {options.size:,} memories of one person | p50 ms | p95 ms | answers/s | client CPU ms |")
    print("|---|---|---|---|---|")
    report("floor: embed + pgvector, in process", first, floor_of(made))
    connections.close_all()
    with server(Path(os.environ["DATA_DIR"])) as url, requests_to(url, made.api_keys["supervisor"]) as api:

        def ask(question: str) -> None:
            body = {"user_id": str(made.user_id), "query": question, "return": "bullets"}
            api.post("/memory/query", json=body).raise_for_status()

        for question in questions[:10]:
            ask(f"warm up: {question}")
        report("memory/query, 1 client", second, ask)
        report(f"memory/query, {options.clients} clients", third, ask, clients=options.clients)


def fill(size: int, queries: int) -> tuple[NewWorkspace, list[str]]:
    rng = np.random.default_rng(1)
    texts = population.make_texts(size, rng)
    made = create_workspace(name="Latency", username=f"latency-{time.time_ns()}", person_name="First")
    population.drop_index()
    population.populate(made.workspace_id, [made.user_id] * size, texts)
    population.rebuild_index()
    refresh_statistics(workspace_id=made.workspace_id)
    return made, population.make_queries(texts, queries, rng)


def floor_of(made: NewWorkspace) -> Callable[[str], None]:
    model = active_model()
    statement = FLOOR.format(model=model.pk, dimensions=model.dimensions)

    def ask(question: str) -> None:
        vector = str(embed_query(question, model=model).tolist())
        with scope.enter(made.workspace_id), connection.cursor() as cursor:
            cursor.execute(statement, [made.workspace_id, made.user_id, vector])
            cursor.fetchall()

    return ask


def report(name: str, questions: list[str], ask: Callable[[str], None], *, clients: int = 1) -> None:
    def timed(question: str) -> float:
        began = time.perf_counter()
        ask(str(question))
        return (time.perf_counter() - began) * 1000

    began, used = time.perf_counter(), time.process_time()
    with ThreadPoolExecutor(clients) as pool:
        milliseconds = list(pool.map(timed, questions))
    passed, processor = time.perf_counter() - began, (time.process_time() - used) * 1000
    p50, p95 = np.percentile(milliseconds, [50, 95])
    figures = f"{p50:.1f} | {p95:.1f} | {len(questions) / passed:.0f} | {processor / len(questions):.1f}"
    print(f"| {name} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
