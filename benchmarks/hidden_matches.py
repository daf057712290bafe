"""Whether the time of a query tells how many memories match it that the asker may not see.

    python benchmarks/hidden_matches.py [--queries 200] [--visible 200]

A server of its own. People with the same memories that a planner may see, and under a category that planners do not
have none, 100 or 1,000 about the question, or 1,000 about something else. The planner asks about each in turn; medians,
the shortest, and their ratios to those with none. Above `RETRIEVAL_EXACT_TEXTS` texts an index searches.
"""

import argparse
import os
import sys
import time
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parent))

import project  # noqa: F401, I001 -- sets Django up
import httpx
import numpy as np
from django.core.management import call_command

import population
from providers import embedding
from retrieval.statistics import refresh_statistics
from service import machine, requests_to, server
from workspaces import scope
from workspaces.actions.create_workspace import NewWorkspace, create_workspace
from workspaces.models import Person

MATCH, OTHER = "Diver {} looks for abalone with her.", "Ship {} carries oranges for her."
HIDDEN = {
    "nothing hidden": (0, MATCH),
    "100 hidden matches": (100, MATCH),
    "1,000 hidden matches": (1_000, MATCH),
    "1,000 hidden about something else": (1_000, OTHER),
}
QUESTION = "Which abalone diver does she know?"
INDEX_MEMORY = "256MB"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queries", type=int, default=200, help="of each")
    parser.add_argument("--visible", type=int, default=200, help="memories of each person that the planner may see")
    arguments = parser.parse_args()
    call_command("migrate", verbosity=0)
    made = create_workspace(name="Hidden", username="hidden")
    people = filled(made, arguments.visible)
    with server(Path(os.environ["DATA_DIR"])) as url, requests_to(url, made.api_keys["planner"]) as planner:
        times = measured(planner, people, arguments.queries)
    print(machine(), "\n")
    middle, least = (which(next(iter(times.values()))) for which in (median, min))
    for title, some in times.items():
        p95 = quantiles(some, n=20)[-1]
        ratios = f"{median(some) / middle:.2f} and {min(some) / least:.2f} × none"
        print(f"{title:35} median {median(some):.1f} ms, p95 {p95:.1f} ms, shortest {min(some):.1f} ms, {ratios}")


def filled(made: NewWorkspace, visible: int) -> dict[str, str]:
    """People with so many memories that may be seen, and their hidden ones, by what is hidden."""
    with scope.enter(made.workspace_id):
        people = {title: Person.objects.create(name="Ana").id for title in HIDDEN}
    population.drop_index()
    seen = population.make_texts(visible, np.random.default_rng(1))
    for title, (count, text) in HIDDEN.items():
        population.populate(made.workspace_id, [people[title]] * visible, seen, "goals")
        if count:
            told = [text.format(number) for number in range(count)]
            hidden = population.Texts(told, np.asarray(embedding.embed(told)))
            population.populate(made.workspace_id, [people[title]] * count, hidden, "relationships")
    population.rebuild_index(INDEX_MEMORY)
    refresh_statistics(workspace_id=made.workspace_id)
    return {title: str(person_id) for title, person_id in people.items()}


def measured(api: httpx.Client, people: dict[str, str], queries: int) -> dict[str, list[float]]:
    """Milliseconds of each query, by what is hidden; in turn, so that all meet the same load."""
    times: dict[str, list[float]] = {title: [] for title in people}
    for number in range(queries + 10):
        for title, user_id in people.items():
            began = time.perf_counter()
            api.post("/memory/query", json={"user_id": user_id, "query": QUESTION}).raise_for_status()
            if number >= 10:  # warm
                times[title].append((time.perf_counter() - began) * 1_000)
    return times


if __name__ == "__main__":
    main()
