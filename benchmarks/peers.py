"""The same memories and questions in this server, LangGraph's PostgresStore and mem0, with the same embeddings.

    [DATA_DIR=/where/the/database/is] python benchmarks/peers.py [--size 10000] [--queries 100] [--keep]

Two shapes: all memories of one person, and people with 100 each. All three use the same PostgreSQL, in process, and
pgvector; mem0 with `infer=False`. Embeddings come from one address of this process, where the synthetic texts' vectors
are known (see population.py) and questions are embedded by our model; this server embeds questions itself and is
filled by COPY, so its writing is measured by write.py. Recall is of the ten exactly nearest; ours, which also weighs
words, is of the candidates by meaning. The peers are installed into DATA_DIR/peers once.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parent))

import project  # noqa: F401, I001 -- sets Django up
import numpy as np
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

import population
from memories.embedding_models import active_model, embed_query
from recall import TOP, compare, new_person
from results import FOLDER, Table, keep
from retrieval.requests import QueryRequest
from retrieval.statistics import refresh_statistics
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actions.create_workspace import create_workspace

HERE = Path(__file__).resolve().parent
PEERS = ("mem0ai==2.2.1", "langgraph-checkpoint-postgres==3.2.0", "psycopg[binary,pool]")
FEW = 100
COLUMNS = ("recall@10", "p50 ms", "p95 ms", "writes/s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=10_000)
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--keep", action="store_true", help=f"Write the table and a plot to {FOLDER}.")
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    python = install()
    table = Table(f"{options.size:,} memories", COLUMNS)
    for shape, people in (("one person", 1), (f"people with {FEW}", options.size // FEW)):
        measure(table, shape, people, options.size, options.queries, python)
    if options.keep:
        keep("peers", table, plotted="recall@10", command=f"python benchmarks/peers.py --size {options.size}")
    else:
        print(f"\n{table.markdown()}")


def install() -> Path:
    """The peers' own Python."""
    folder = Path(os.environ["DATA_DIR"]) / "peers"
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *PEERS], check=True)
    return python


def measure(table: Table, shape: str, people: int, size: int, queries: int, python: Path) -> None:
    rng = np.random.default_rng(1)
    texts = population.make_texts(size, rng)
    questions = population.make_queries(texts, queries, rng)
    owners = [place % people for place in range(size)]
    asked = [int(owner) for owner in rng.integers(people, size=queries)]
    table.add(f"this server, {shape}", **ours(texts, questions, owners, asked))
    names = [str(uuid4()) for _ in range(people)]
    owned = enumerate(zip(owners, texts.contents, strict=True))
    job = {
        "dimensions": texts.vectors.shape[1],
        "texts": [[str(n), names[owner], text] for n, (owner, text) in owned],
        "questions": [[names[owner], question] for owner, question in zip(asked, questions, strict=True)],
        "exact": exact(texts, questions, owners, asked),
    }
    for peer in ("langgraph", "mem0"):
        with embeddings(texts) as url, empty_database() as database:
            table.add(f"{peer}, {shape}", **theirs(python, peer, job | {"url": url, "database": database}))


def ours(texts: population.Texts, questions: list[str], owners: list[int], asked: list[int]) -> dict[str, float]:
    made = create_workspace(name="Peers", username=f"benchmark-{time.time_ns()}", person_name="First")
    people = [made.user_id, *(new_person(made.workspace_id) for _ in range(max(owners)))]
    population.drop_index()
    population.populate(made.workspace_id, [people[owner] for owner in owners], texts)
    population.rebuild_index()
    refresh_statistics(workspace_id=made.workspace_id)
    actor = authenticate_key(made.api_keys["supervisor"], now=timezone.now())
    figures = []
    for owner, question in zip(asked, questions, strict=True):
        request = QueryRequest(query=question, user_id=people[owner], top_k=TOP)
        found, _, milliseconds = compare(request, actor)
        figures.append((found, milliseconds))
    recall, taken = np.array(figures).T
    return {"recall@10": recall.mean(), "p50 ms": np.percentile(taken, 50), "p95 ms": np.percentile(taken, 95)}


def exact(texts: population.Texts, questions: list[str], owners: list[int], asked: list[int]) -> list[list[str]]:
    """The ten nearest of the person asked about, by all vectors compared."""
    model, of = active_model(), np.array(owners)
    found = []
    for owner, question in zip(asked, questions, strict=True):
        places = np.flatnonzero(of == owner)
        nearest = np.argsort(-(texts.vectors[places] @ embed_query(question, model=model)))[:TOP]
        found.append([str(places[place]) for place in nearest])
    return found


def theirs(python: Path, peer: str, job: dict[str, Any]) -> dict[str, float]:
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(job, file)
        file.flush()
        command = [str(python), str(HERE / "peer_stores.py"), peer, file.name]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    found = json.loads(done.stdout.splitlines()[-1])
    p50, p95 = np.percentile(found["milliseconds"], [50, 95])
    return {"recall@10": np.mean(found["recall"]), "p50 ms": p50, "p95 ms": p95, "writes/s": found["writes"]}


@contextmanager
def embeddings(texts: population.Texts) -> Iterator[str]:
    """An address in OpenAI's form that knows the vectors of these texts, and embeds all others."""
    known, model = dict(zip(texts.contents, texts.vectors, strict=True)), active_model()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked = [body["input"]] if isinstance(body["input"], str) else body["input"]
            vectors = [known[one] if one in known else embed_query(one, model=model) for one in asked]
            data = [{"object": "embedding", "index": n, "embedding": v.tolist()} for n, v in enumerate(vectors)]
            answer = json.dumps({"object": "list", "model": "local", "data": data, "usage": USAGE}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


USAGE = {"prompt_tokens": 0, "total_tokens": 0}


@contextmanager
def empty_database() -> Iterator[str]:
    """Beside ours on the same server; with pgvector from template1."""
    settings = connection.settings_dict
    with connection.cursor() as cursor:
        cursor.execute("DROP DATABASE IF EXISTS peers WITH (FORCE)")
        cursor.execute("CREATE DATABASE peers")
    try:
        yield f"host={settings['HOST']} port={settings['PORT']} user={settings['USER']} dbname=peers"
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP DATABASE IF EXISTS peers WITH (FORCE)")


if __name__ == "__main__":
    main()
