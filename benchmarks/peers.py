"""The same memories and questions in this server, LangGraph's PostgresStore and mem0, with the same embeddings.

    [DATA_DIR=/where/the/database/is] python benchmarks/peers.py [--size 10000] [--queries 100] [--data locomo.json]
                                                                 [--writes [200]] [--keep]

Two shapes: all memories of one person, and people with 100 each; the texts are spliced from sentences of Python's
standard library, and a question is some words of a text, asked of its person. All three get an empty database on the
same PostgreSQL with pgvector, are used as libraries by one client in one process, as they come (mem0 with
`infer=False`, no telemetry), and are analysed after filling. The peers are installed into DATA_DIR/peers once.

All embed with our model: this server in its process, the peers by asking this process over HTTP, as they would ask a
model's server; the row "embedding alone" tells what asking takes.

- writes/s. This server: `consent.gate.submit_many` in batches of 100 with everything it does (redaction, consent,
  chunks, history, provenance). LangGraph: `batch` of 100 puts, one request for their vectors. mem0: `add` one by one,
  for without an LLM it has no batch.
- ms (p50, p95): a whole search with its embedding; this server's also writes its receipt.
- recall@10: of the ten nearest of the person among all vectors compared; of this server, which also weighs words, the
  nearest ten candidates by meaning.

`--data` adds quality on LoCoMo: this server over REST with each turn's speaker and date (see locomo.py), the peers with
"Name: text" (a date in it makes them worse), and BM25 of the same texts, with stems; the best 20 are scored. `--writes`
measures nothing but single writes and batches over HTTP (see peer_writes.py).
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

sys.path.insert(0, str(Path(__file__).resolve().parent))

import project  # noqa: F401, I001 -- sets Django up
import numpy as np
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

import peer_setup
import population
from consent.changes import WriteMemory
from consent.detection.texts import texts_of
from consent.gate import submit_many
from consent.outcomes import Applied
from databases import within_empty_database
from locomo import Conversation, turn_body
from memories.drafts import MemoryDraft
from memories.models import Chunk
from peer_writes import writes
from providers import embedding
from providers.statements import sensitive
from recall import hits
from results import FOLDER, Table, keep
from retrieval.prepared_query import prepare
from retrieval.query import memory_query
from retrieval.recording import Stopwatch
from retrieval.requests import QueryRequest
from retrieval.statistics import refresh_statistics
from scoring import COLUMNS as QUALITIES
from scoring import Answered, means
from service import client
from talks import measure, store
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actions.create_workspace import create_workspace
from workspaces.actors import Actor
from workspaces.models import Person

PEERS = {"langgraph": "LangGraph PostgresStore", "mem0": "mem0"}
QUALITY_PEERS = PEERS | {"bm25": "BM25 alone"}
FEW, TOP, TOP_QUALITY = 100, 10, 20
BATCH, WARM_UP, ALONE = 100, 20, 1_000
PLOTTED = {"peers": "recall@10", "peers-locomo": "R@10", "peers-writes": "p50 ms"}
LOAD = os.getloadavg()[0]
COLUMNS = ("recall@10", "p50 ms", "p95 ms", "writes/s")


@dataclass(frozen=True)
class Shape:
    """Texts, the number of each one's person, and questions with the person asked about."""

    name: str
    texts: Sequence[str]
    owners: Sequence[int]
    questions: Sequence[tuple[int, str]]

    @property
    def people(self) -> int:
        return max(self.owners) + 1

    def for_peers(self) -> dict[str, Any]:
        return {
            "texts": [[str(n), f"person{owner}", self.texts[n]] for n, owner in enumerate(self.owners)],
            "questions": [[f"person{owner}", question] for owner, question in self.questions],
            "top": TOP,
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=10_000)
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--data", type=Path, help="LoCoMo's JSON file.")
    parser.add_argument("--keep", action="store_true", help=f"Write the tables and plots to {FOLDER}.")
    parser.add_argument("--writes", type=int, nargs="?", const=200, help="Only so many single writes and batches.")
    options = parser.parse_args()
    python = peer_setup.install()
    if options.writes:
        report("peers-writes", writes(options.writes, python), options)
        return
    report("peers", speeds(options.size, options.queries, python), options)
    if options.data is None or not options.data.exists():
        print("skipped quality: no LoCoMo data here; name its JSON file with --data")
    else:
        report("peers-locomo", qualities(options.data, python), options)


def report(name: str, table: Table, options: argparse.Namespace) -> None:
    if options.keep:
        chosen = f"--writes {options.writes}" if options.writes else f"--size {options.size} --data locomo.json"
        command = f"python benchmarks/peers.py {chosen} --keep"
        note = f"Load before {LOAD:.1f}, after {os.getloadavg()[0]:.1f}. Peers: {', '.join(peer_setup.VERSIONS)}."
        keep(name, table, plotted=PLOTTED[name], command=command, note=note)
    else:
        print(f"\n{table.markdown()}")


def speeds(size: int, queries: int, python: Path) -> Table:
    table = Table(f"{size:,} memories", COLUMNS)
    texts = make_texts(size)
    vectors = embedding.embed(texts)
    for number, (name, people) in enumerate([("one person", 1), (f"people with {FEW}", max(1, size // FEW))]):
        shape = make_shape(name, texts, people, np.random.default_rng(number).integers(size, size=queries))
        nearest = exact(shape, vectors)
        table.add(f"this server, {name}", **figures(ours(shape), nearest))
        for peer, title in PEERS.items():
            table.add(f"{title}, {name}", **figures(peer_setup.run(python, peer, **shape.for_peers()), nearest))
    alone = shape.for_peers() | {"texts": shape.for_peers()["texts"][:ALONE]}
    table.add("embedding alone, over HTTP", **figures(peer_setup.run(python, "embedding", **alone)))
    return table


def make_texts(size: int) -> list[str]:
    """Without those that seem to state a sensitive field ("`path` is the name"), for which the gate asks first."""
    kept: list[str] = []
    for text in population.make_contents(size + size // 10 + 10, np.random.default_rng(1)):
        if len(kept) < size and not states_something(draft(len(kept), UUID(int=0), text)):
            kept.append(text)
    return kept


def states_something(memory: MemoryDraft) -> bool:
    return any(sensitive(told) for told in texts_of(memory))


def draft(number: int, person_id: UUID, text: str) -> MemoryDraft:
    return MemoryDraft(namespace=("memories", str(person_id)), key=str(number), content=text)


def make_shape(name: str, texts: Sequence[str], people: int, asked: Sequence[int]) -> Shape:
    """`asked` are the places of the texts whose words are asked for."""
    rng = np.random.default_rng([people, *asked[:1]])
    owners = [place * people // len(texts) for place in range(len(texts))]
    return Shape(name, texts, owners, [(owners[place], population.make_query(texts[place], rng)) for place in asked])


def exact(shape: Shape, vectors: embedding.FloatArray) -> list[list[str]]:
    """The names of the ten nearest of the person asked about, by all vectors compared."""
    of, asked = np.array(shape.owners), embedding.embed([question for _, question in shape.questions])
    found = []
    for (owner, _), vector in zip(shape.questions, asked, strict=True):
        places = np.flatnonzero(of == owner)
        found.append([str(places[place]) for place in np.argsort(-(vectors[places] @ vector))[:TOP]])
    return found


def figures(measured: dict[str, Any], nearest: list[list[str]] | None = None) -> dict[str, float]:
    p50, p95 = np.percentile(measured["milliseconds"], [50, 95])
    speed = {"p50 ms": float(p50), "p95 ms": float(p95), "writes/s": measured["writes"]}
    if nearest is None:
        return speed
    shares = [len(set(found) & set(best)) / len(best) for found, best in zip(measured["found"], nearest, strict=True)]
    return {"recall@10": float(np.mean(shares))} | speed


def ours(shape: Shape) -> dict[str, Any]:
    """The same three figures as `peer_setup.run`."""
    with within_empty_database(peer_setup.DATABASE):
        call_command("migrate", verbosity=0)
        made = create_workspace(name="Peers", username="peers", person_name="person0")
        people = [made.user_id, *new_people(shape.people - 1, made.workspace_id)]
        actor = authenticate_key(made.api_keys["supervisor"], now=timezone.now())
        writes = fill(shape, people, actor)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
        refresh_statistics(workspace_id=made.workspace_id)
        requests = [QueryRequest(query=text, user_id=people[owner], top_k=TOP) for owner, text in shape.questions]
        for owner, text in shape.questions[:WARM_UP]:
            ask(QueryRequest(query=f"{text} warm up", user_id=people[owner], top_k=TOP), actor)
        milliseconds = [ask(request, actor) for request in requests]
        found = [nearest_candidates(request, actor) for request in requests]
    return {"writes": writes, "milliseconds": milliseconds, "found": found}


def new_people(count: int, workspace_id: UUID) -> list[UUID]:
    """Their names stand in no question: they would be left out of its meaning."""
    with scope.enter(workspace_id):
        return [Person.objects.create(name=f"person{number + 1}").id for number in range(count)]


def fill(shape: Shape, people: Sequence[UUID], actor: Actor) -> float:
    """Memories a second."""
    changes = [WriteMemory(draft=draft(n, people[owner], shape.texts[n])) for n, owner in enumerate(shape.owners)]
    began = time.perf_counter()
    for start in range(0, len(changes), BATCH):
        answers = submit_many(changes[start : start + BATCH], actor=actor, now=timezone.now())
        assert all(isinstance(answer, Applied) for answer in answers), "a memory was not kept at once"
    return len(changes) / (time.perf_counter() - began)


def ask(request: QueryRequest, actor: Actor) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    memory_query(request, actor=actor, now=timezone.now())
    return (time.perf_counter() - began) * 1000


def nearest_candidates(request: QueryRequest, actor: Actor) -> list[str]:
    prepared = prepare(request, actor=actor, now=timezone.now(), clock=Stopwatch())
    with scope.pipelined_scope(prepared.actor.workspace_id):
        nearest = [hit.text.id for hit in hits(prepared) if hit.dense][:TOP]
    with scope.enter(actor.workspace_id):
        names = dict(Chunk.objects.filter(id__in=nearest).values_list("id", "memory__key"))
    return list(names.values())


def qualities(data: Path, python: Path) -> Table:
    talks = [Conversation(sample) for sample in json.loads(data.read_text())]
    table = Table("LoCoMo, percent", QUALITIES)
    with client(None, None) as api:
        for talk in talks:
            store(api, talk)
        answered, _ = measure(api, talks)
    table.add("this server, over REST", **dict(zip(QUALITIES, means(answered), strict=True)))
    asked = [(talk.name, *question) for talk in talks for question in talk.questions()]
    job = {"texts": turns(talks), "questions": [[name, text] for name, _, text, _ in asked], "top": TOP_QUALITY}
    for peer, title in QUALITY_PEERS.items():
        found = peer_setup.run(python, peer, **job)["found"]
        scored = [Answered(kind, names, gold) for (_, kind, _, gold), names in zip(asked, found, strict=True)]
        table.add(title, **dict(zip(QUALITIES, means(scored), strict=True)))
    return table


def turns(talks: Sequence[Conversation]) -> list[list[str]]:
    """Each turn's name, conversation and text with its speaker."""
    said = [(talk, turn, date) for talk in talks for _, date, turns in talk.dated_sessions() for turn in turns]
    return [[turn["dia_id"], talk.name, turn_body(turn, date, "content")["content"]] for talk, turn, date in said]


if __name__ == "__main__":
    main()
