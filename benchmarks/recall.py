"""Whether the fast search finds what exact search finds, under row-level security, in four shapes of data.

    [DATA_DIR=/where/the/database/is] python benchmarks/recall.py [--size 100000] [--queries 50] [--keep]

Shapes: all memories of one person; people with 100 each; one person with half of them beside people with 100; and a
category of ten among all. For each, over the queries: the share of the exact search's ten nearest that are among the
candidates by meaning, the share of the ten best answers that stay the same with exact candidates, and milliseconds
(p50, p95) of a whole query in process. The texts are spliced from sentences of Python's standard library, their vectors
mixed from those of the sentences.
"""

import argparse
import sys
import time
from pathlib import Path
from uuid import UUID

sys.path.insert(0, str(Path(__file__).resolve().parent))

import project  # noqa: F401, I001 -- sets Django up
import numpy as np
from django.core.management import call_command
from django.utils import timezone

import population
from retrieval.candidates import dense
from retrieval.candidates.search import Candidate
from retrieval.pipeline import Asked, find, glances, prepare, search_of
from retrieval.query import memory_query
from retrieval.ranking import Ranked
from retrieval.recording import Stopwatch
from retrieval.requests import QueryRequest
from retrieval.statistics import MANY_TEXTS, refresh_statistics
from results import FOLDER, Table, keep
from retrieval.sql import fetch_each
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actions.create_workspace import create_workspace
from workspaces.actors import Actor
from workspaces.models import Person

SMALL_PERSON, FEW, TOP = 100, 10, 10


def shapes(size: int) -> dict[str, list[tuple[int, str]]]:
    """How many memories each person has, and their category; the first entry's are asked about."""
    small = (SMALL_PERSON, "general")
    return {
        "all of one person": [(size, "general")],
        "people with 100": [small] * (size // SMALL_PERSON),
        "one with half, others 100": [(size // 2, "general"), *[small] * (size // 2 // SMALL_PERSON)],
        "ten of a category": [(FEW, "goals"), (size - FEW, "general")],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=50)
    parser.add_argument("--keep", action="store_true", help=f"Write the table and a plot to {FOLDER}.")
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    columns = (f"dense recall@{TOP}", f"answers recall@{TOP}", "p50 ms", "p95 ms")
    table = Table(f"{options.size:,} memories", columns)
    for name, groups in shapes(options.size).items():
        table.add(name, **dict(zip(columns, measure(name, groups, options.queries), strict=True)))
    if options.keep:
        command = f"python benchmarks/recall.py --size {options.size} --queries {options.queries} --keep"
        keep(f"recall-{options.size}", table, plotted=columns[0], command=command)
    else:
        print(f"\n{table.markdown()}")


def measure(name: str, groups: list[tuple[int, str]], queries: int) -> list[float]:
    """Fill a workspace of its own, then compare."""
    rng = np.random.default_rng(1)
    texts = population.make_texts(sum(count for count, _ in groups), rng)
    actor, person_id = fill(name, groups, texts)
    asked = groups[0]
    fields = {"categories": [asked[1]]} if asked[1] != "general" else {}
    near = population.Texts(texts.contents[: asked[0]], texts.vectors[: asked[0]])
    requests = [
        QueryRequest(query=question, user_id=person_id, top_k=TOP, **fields)
        for question in population.make_queries(near, queries, rng)
    ]
    compared = np.array([compare(request, actor) for request in requests])
    p50, p95 = np.percentile(compared[:, 2], [50, 95])
    return [float(compared[:, 0].mean()), float(compared[:, 1].mean()), float(p50), float(p95)]


def fill(name: str, groups: list[tuple[int, str]], texts: population.Texts) -> tuple[Actor, UUID]:
    """A workspace with these memories; answers who may ask, and about whom.

    Groups are people, but for those that differ in category: they are one person's.
    """
    made = create_workspace(name=name, username=f"benchmark-{time.time_ns()}", person_name="First")
    workspace_id = made.workspace_id
    population.drop_index()
    start = 0
    for count, category in groups:
        part = population.Texts(texts.contents[start : start + count], texts.vectors[start : start + count])
        person_id = made.user_id if start == 0 or groups[0][1] != "general" else new_person(workspace_id)
        population.populate(workspace_id, [person_id] * count, part, category)
        start += count
    population.rebuild_index()
    refresh_statistics(workspace_id=workspace_id)
    return authenticate_key(made.api_keys["supervisor"], now=timezone.now()), made.user_id


def new_person(workspace_id: UUID) -> UUID:
    with scope.enter(workspace_id):
        return Person.objects.create(name="Other").id


def compare(request: QueryRequest, actor: Actor) -> tuple[float, float, float]:
    """Dense recall, recall of the answers, milliseconds."""
    began = time.perf_counter()
    answer = memory_query(request, actor=actor, now=timezone.now())
    milliseconds = (time.perf_counter() - began) * 1000
    asked = prepare(request, actor=actor, now=timezone.now(), clock=Stopwatch())
    with glances(asked):
        by_meaning, exact = candidates(asked)
        by_exact = [one.text.memory_id for one in exactly(asked)][:TOP]
    found = {item.id for item in answer.items}
    return share(exact[:TOP], set(by_meaning)), share(by_exact, found), milliseconds


def candidates(asked: Asked) -> tuple[list[UUID | None], list[UUID | None]]:
    search = search_of(asked)
    exact = dense.nearest_exactly(search)
    look = dense.first_look(search, is_small=asked.around.texts <= MANY_TEXTS)
    found = exact if look is None else [Candidate(*row) for row in fetch_each([dense.settings(), look])[-1]]
    return [one.chunk_id for one in found], [one.chunk_id for one in exact]


def exactly(asked: Asked) -> list[Ranked]:
    """The ranking with exact candidates by meaning."""
    usual = dense.first_look
    dense.first_look = lambda search, **_: None
    try:
        return list(find(asked, Stopwatch()).ranked)
    finally:
        dense.first_look = usual


def share(wanted: list[UUID | None], found: set[UUID | None]) -> float:
    return sum(one in found for one in wanted) / max(len(wanted), 1)


if __name__ == "__main__":
    main()
