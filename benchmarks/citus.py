"""Questions on a Citus cluster of a coordinator and two workers beside one node, all on this machine.

    CITUS_BIN=/path/to/pgsql/bin DATA_DIR=/where/models/are python benchmarks/citus.py [--workspaces 1000]

Fills a database with workspaces of one person each, and copies it to the cluster. Asks both the same questions
in turn through the REST API, each in a process of its own. Printed are the medians and their ratio, how many of the
first ten answers both have in common, and how many statements Citus sent to more than one shard. Vectors are synthetic
(population.py), and there is no HNSW index: a person with a thousand memories is compared with all of their vectors.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from subprocess import PIPE
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import project  # noqa: F401, I001 -- sets Django up
import numpy as np
import psycopg
from django.core.management import call_command
from django.test import Client

import population
from service import machine
from tests.scale.cluster import PREPARE, Cluster, started
from workspaces.actions.create_workspace import create_workspace

ONE_NODE, CLUSTER = "one_node", "memory"
WARM_UP = 20
MOST_TIMES, ANSWERS = 1.3, 10
COUNTED = """
SELECT query_execution_single_shard, query_execution_multi_shard FROM citus_stat_counters
WHERE name = current_database()
"""
COLUMNS = """
SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute
WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
"""
Question = dict[str, str]
Answer = tuple[float, list[str]]  # milliseconds, and the memories found
BEGAN = time.monotonic()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workspaces", type=int, default=1_000)
    parser.add_argument("--memories", type=int, default=1_000, help="of each")
    parser.add_argument("--questions", type=int, default=400)
    parser.add_argument("--fill", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.fill:
        fill(options.workspaces, options.memories, options.questions)
    elif options.answer:
        answer()
    else:
        print(machine())
        with started(Path(os.environ["CITUS_BIN"]), shared_buffers="1GB") as cluster:
            compare(cluster, options)


def compare(cluster: Cluster, options: argparse.Namespace) -> None:
    cluster.execute(cluster.ports[0], f"CREATE DATABASE {ONE_NODE} OWNER memory", database="postgres")
    cluster.execute(cluster.ports[0], *PREPARE, database=ONE_NODE)
    size = [f"--workspaces={options.workspaces}", f"--memories={options.memories}", f"--questions={options.questions}"]
    questions: list[Question] = json.loads(own(cluster, ONE_NODE, "--fill", *size))
    copy_to_nodes(cluster)
    with answering(cluster, ONE_NODE) as one_node, answering(cluster, CLUSTER) as nodes:
        for question in questions[:WARM_UP]:
            one_node(question), nodes(question)
        before = counted(cluster)
        found = [(one_node(question), nodes(question)) for question in questions[WARM_UP:]]
        after = counted(cluster)
    report(found, [late - early for early, late in zip(before, after, strict=True)])


def copy_to_nodes(cluster: Cluster) -> None:
    """As a superuser, past row-level security; and past the triggers, which kept the rows when they were written."""
    cluster.distribute()
    print(f"copying after {time.monotonic() - BEGAN:.0f} s", flush=True)
    on_each_node(cluster, f"ALTER DATABASE {CLUSTER} SET session_replication_role = replica")
    cluster.execute(cluster.ports[0], f"TRUNCATE {', '.join(placed(cluster, 'reference'))} CASCADE")
    with connected(cluster, ONE_NODE) as source, connected(cluster, CLUSTER) as target:
        for table in (*placed(cluster, "reference"), *placed(cluster, "distributed")):
            [columns] = source.execute(COLUMNS, [table]).fetchone()
            with (
                source.cursor().copy(f"COPY {table} ({columns}) TO STDOUT") as rows,
                target.cursor().copy(f"COPY {table} ({columns}) FROM STDIN") as copied,
            ):
                for part in rows:
                    copied.write(part)
    on_each_node(cluster, f"ALTER DATABASE {CLUSTER} RESET session_replication_role")
    for database in (ONE_NODE, CLUSTER):
        cluster.execute(cluster.ports[0], "VACUUM ANALYZE", database=database)
    print(f"copied after {time.monotonic() - BEGAN:.0f} s", flush=True)


def placed(cluster: Cluster, kind: str) -> list[str]:
    """The tables that lie in the cluster in this way."""
    rows = cluster.execute(cluster.ports[0], "SELECT table_name::text, citus_table_type FROM citus_tables")
    return sorted(name for name, placed_as in rows if placed_as == kind)


def on_each_node(cluster: Cluster, sql: str) -> None:
    for port in cluster.ports:
        cluster.execute(port, "SET citus.enable_ddl_propagation = off", sql)


def connected(cluster: Cluster, database: str) -> psycopg.Connection[Any]:
    return psycopg.connect(host="127.0.0.1", port=cluster.ports[0], user="postgres", dbname=database, autocommit=True)


def fill(workspaces: int, memories: int, count: int) -> None:
    """In a process of its own, on the database that will be the one node. Prints the questions."""
    call_command("migrate", verbosity=0)
    population.drop_index()
    rng, questions = np.random.default_rng(2), []
    for number in range(workspaces):
        made = create_workspace(name=f"Workspace {number}", username=f"owner-{number}", person_name="Ana")
        texts = population.make_texts(memories, np.random.default_rng([1, number]), first_number=number * memories)
        population.populate(made.workspace_id, [made.user_id] * memories, texts)
        [asked] = population.make_queries(texts, 1, rng)
        questions.append({"user_id": str(made.user_id), "key": made.api_keys["supervisor"], "query": asked})
        if number % 100 == 99:
            print(f"{number + 1:,} workspaces after {time.monotonic() - BEGAN:.0f} s", file=sys.stderr, flush=True)
    print(json.dumps([questions[int(place)] for place in rng.integers(workspaces, size=count + WARM_UP)]))


def answer() -> None:
    """In a process of its own: a question a line, answered by the milliseconds it took and the memories found."""
    api = Client(SERVER_NAME="testserver")
    for line in sys.stdin:
        question = json.loads(line)
        body = json.dumps({"user_id": question["user_id"], "query": question["query"], "top_k": ANSWERS})
        began = time.perf_counter()
        found = _post(api, body, question["key"])
        took = 1000 * (time.perf_counter() - began)
        print(json.dumps([took, [item["id"] for item in found.json()]]), flush=True)


def _post(api: Client, body: str, key: str) -> Any:
    return api.post(
        "/api/v1/memory/query", body, content_type="application/json", headers={"authorization": f"Bearer {key}"}
    )


@contextmanager
def answering(cluster: Cluster, database: str) -> Iterator[Callable[[Question], Answer]]:
    """Asks a process of its own that uses the database."""
    command = [sys.executable, __file__, "--answer"]
    environment = environment_of(cluster, database)
    with subprocess.Popen(command, env=environment, stdin=PIPE, stdout=PIPE, text=True, bufsize=1) as process:
        assert process.stdin and process.stdout

        def ask(question: Question) -> Answer:
            process.stdin.write(json.dumps(question) + "\n")
            took, found = json.loads(process.stdout.readline())
            return took, found

        yield ask
        process.stdin.close()


def own(cluster: Cluster, database: str, *arguments: str) -> str:
    """What this script prints in a process of its own."""
    command = [sys.executable, __file__, *arguments]
    return subprocess.run(
        command, env=environment_of(cluster, database), stdout=PIPE, text=True, check=True
    ).stdout.splitlines()[-1]


def environment_of(cluster: Cluster, database: str) -> dict[str, str]:
    limits = {"THROTTLE_RATE": "1000000/minute", "PROCESSOR_RATE": "1000000/minute"}
    kind = "true" if database == CLUSTER else "false"
    return cluster.environment(database) | limits | {"CITUS": kind}


def counted(cluster: Cluster) -> Sequence[int]:
    [row] = cluster.execute(cluster.ports[0], COUNTED)
    return row


def report(found: Sequence[tuple[Answer, Answer]], sent: Sequence[int]) -> None:
    one_node, nodes = ([answers[place][0] for answers in found] for place in (0, 1))
    ratio = median(nodes) / median(one_node)
    common = sum(len({*a[1]} & {*b[1]}) for a, b in found) / sum(len(a[1]) for a, _ in found)
    verdict = "met" if ratio <= MOST_TIMES else "missed"
    print(
        f"{len(found)} questions, median: {median(one_node):.1f} ms on one node, {median(nodes):.1f} ms on the cluster"
    )
    print(f"{ratio:.2f} times as long; the aim of {MOST_TIMES} is {verdict}")
    print(f"Of one node's first {ANSWERS} memories the cluster finds {common:.1%}")
    print("Statements that Citus sent to one shard: {}, to several: {}".format(*sent))


if __name__ == "__main__":
    main()
