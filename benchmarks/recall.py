"""Whether the fast search finds what exact search finds, under row-level security, in four shapes of data.

    [DATA_DIR=/where/the/database/is] python benchmarks/recall.py [--size 100000] [--queries 50] [--keep]

Shapes: all memories of one person; people with 100 each; one person with half of them beside people with 100; and a
category of ten among all. Each gets a database of its own beside DATA_DIR's, dropped in the end. For each, over the
queries: the share of the exact search's ten nearest that are among the candidates by meaning, and among all; the share
of the ten best answers that stay the same with exact candidates; how many texts a search by words weighed and how many
it read at most (also for questions of the commonest words); and milliseconds (p50, p95) of a whole query in process.
The texts are spliced from sentences of Python's standard library, their vectors mixed from those of the sentences. Two
idle cores take about two minutes for a shape of 100,000.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Collection, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import UUID

sys.path.insert(0, str(Path(__file__).resolve().parent))

import project  # noqa: F401, I001 -- sets Django up
import numpy as np
from django.core.management import call_command
from django.utils import timezone

import population
from retrieval.candidates import dense, lexical
from retrieval.candidates.search import search
from retrieval.candidates.hits import Hit
from retrieval.prepared_query import PreparedQuery, prepare
from retrieval.query import memory_query, rank_candidates
from retrieval.ranking import Ranked
from retrieval.recording import Stopwatch
from retrieval.requests import QueryRequest
from retrieval.sql import Sql, fetch
from retrieval.statistics import refresh_statistics
from databases import within_empty_database
from results import FOLDER, Table, keep
from rows_read import Rows, rows_read
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actions.create_workspace import create_workspace
from workspaces.actors import Actor
from workspaces.models import Person

SMALL_PERSON, FEW, TOP = 100, 10, 10
# The commonest words of the texts: one in eleven has the first of them.
COMMON = ("return", "return use file object name")
RECALLS = (f"dense recall@{TOP}", f"candidates recall@{TOP}", f"answers recall@{TOP}")
COLUMNS = (*RECALLS, "weighed by words", "read by words", "p50 ms", "p95 ms")


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
    table = Table(f"{options.size:,} memories", COLUMNS)
    note = f"Load before {os.getloadavg()[0]:.1f}; where it is not near 0, the milliseconds are a busy machine's."
    for name, groups in shapes(options.size).items():
        # A shape's index must not hold another's vectors.
        with within_empty_database("recall"):
            call_command("migrate", verbosity=0)
            table.add(name, **dict(zip(COLUMNS, measure(name, groups, options.queries), strict=True)))
    if options.keep:
        command = f"python benchmarks/recall.py --size {options.size} --queries {options.queries} --keep"
        keep(f"recall-{options.size}", table, plotted=COLUMNS[0], command=command, note=note)
    else:
        print(f"\n{table.markdown()}")


def measure(name: str, groups: list[tuple[int, str]], queries: int) -> list[float]:
    """Fill a workspace, then compare; a figure for each of COLUMNS."""
    rng = np.random.default_rng(1)
    texts = population.make_texts(sum(count for count, _ in groups), rng)
    actor, person_id = fill(name, groups, texts)
    count, category = groups[0]
    fields = {"categories": [category]} if category != "general" else {}

    def request(question: str) -> QueryRequest:
        return QueryRequest(query=question, user_id=person_id, top_k=TOP, **fields)

    questions = population.make_queries(texts[:count], queries, rng)
    by_words = [rows for question in (*COMMON, *questions) for rows in rows_by_words(request(question), actor)]
    compared = np.array([compare(request(question), actor) for question in questions])
    return [
        *(float(recall) for recall in compared[:, :-1].mean(axis=0)),
        max(rows.kept for rows in by_words),
        max(rows.read for rows in by_words),
        *(float(milliseconds) for milliseconds in np.percentile(compared[:, -1], [50, 95])),
    ]


def fill(name: str, groups: list[tuple[int, str]], texts: population.Texts) -> tuple[Actor, UUID]:
    """A workspace with these memories; answers who may ask, and about whom.

    Groups are people, but for those that differ in category: they are one person's.
    """
    made = create_workspace(name=name, username=f"benchmark-{time.time_ns()}", person_name="First")
    people = [made.user_id] * len(groups)
    if groups[0][1] == "general":
        people[1:] = new_people(made.workspace_id, len(groups) - 1)
    owners = [person_id for person_id, (count, _) in zip(people, groups, strict=True) for _ in range(count)]
    population.drop_index()
    start, rng = 0, np.random.default_rng(2)
    for category, alike in groupby(groups, key=itemgetter(1)):
        end = start + sum(count for count, _ in alike)
        order = rng.permutation(np.arange(start, end))  # people come in turns, so that none has pages of their own
        population.populate(made.workspace_id, [owners[place] for place in order], texts.at(order), category)
        start = end
    population.rebuild_index()
    refresh_statistics(workspace_id=made.workspace_id)
    return authenticate_key(made.api_keys["supervisor"], now=timezone.now()), made.user_id


def new_people(workspace_id: UUID, count: int) -> list[UUID]:
    with scope.enter(workspace_id):
        return [person.id for person in Person.objects.bulk_create(Person(name="Other") for _ in range(count))]


def compare(request: QueryRequest, actor: Actor) -> tuple[float, float, float, float]:
    """RECALLS, and the milliseconds of a query."""
    began = time.perf_counter()
    answer = memory_query(request, actor=actor, now=timezone.now())
    milliseconds = (time.perf_counter() - began) * 1000
    prepared = prepare(request, actor=actor, now=timezone.now(), clock=Stopwatch())
    with scope.pipelined_scope(prepared.actor.workspace_id):
        found = hits(prepared)
        exact = [row[2] for row in fetch(dense.nearest_exactly(prepared))][:TOP]
        by_exact = [one.text.memory_id for one in ranked_exactly(prepared)[:TOP]]
    recalls = (
        share(exact, {hit.text.id for hit in found if hit.dense}),
        share(exact, {hit.text.id for hit in found}),
        share(by_exact, {item.id for item in answer.items}),
    )
    return *recalls, milliseconds


def hits(prepared: PreparedQuery) -> list[Hit]:
    """As a query finds them, with a fallback where too few of the first pass may be seen; nearest first.

    Within a pipelined scope.
    """
    found = [hit for hit in search(prepared, Stopwatch()).hits if hit.dense or hit.lexical or hit.is_named_field]
    return sorted(found, key=lambda hit: -(hit.text.cosine or 0.0))


def ranked_exactly(prepared: PreparedQuery) -> Sequence[Ranked]:
    """The ranking with the exact dense candidates."""
    with patch.object(dense, "first_pass", dense.nearest_exactly):
        return rank_candidates(prepared, Stopwatch()).ranked


def rows_by_words(request: QueryRequest, actor: Actor) -> list[Rows]:
    """What each statement reads when a question is searched by words, over all tables."""
    prepared = prepare(request, actor=actor, now=timezone.now(), clock=Stopwatch())
    with scope.pipelined_scope(prepared.actor.workspace_id):
        return [sum(rows_read(statement).values(), Rows()) for statement in statements_by_words(prepared)]


def statements_by_words(prepared: PreparedQuery) -> list[Sql]:
    """The first pass, and the fallback where a query needs it."""
    sent: list[Sql] = []

    def noted(query: Callable[..., Sql]) -> Callable[..., Sql]:
        def note(*args: Any) -> Sql:
            sent.append(query(*args))
            return sent[-1]

        return note

    first, second = noted(lexical.first_pass), noted(lexical.fallback)
    with patch.object(lexical, "first_pass", first), patch.object(lexical, "fallback", second):
        rank_candidates(prepared, Stopwatch())
    return sent


def share(wanted: Sequence[UUID | None], found: Collection[UUID | None]) -> float:
    """Of the TOP that each shape has; an exact search that brings fewer is wrong, too."""
    return sum(one in found for one in wanted) / TOP


if __name__ == "__main__":
    main()
