"""What one workspace's writes cost another's queries, and one person with many memories those with few.

    DATA_DIR=/where/the/database/is python benchmarks/neighbours.py [--seconds 10] [--rounds 5] [--large 50000]

A server of its own with its default limits. Quiet rounds and rounds beside the neighbour take turns in the same run;
printed is by how much the median and the 95th percentile of the victim's questions grow. The neighbour writes without
end, eight requests at once, from a process at low priority, as if from elsewhere.
"""

import argparse
import itertools
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent))

import project  # noqa: F401, I001 -- sets Django up
import httpx
import numpy as np
from django.core.management import call_command

import population
from one_key_load import LIMITS, asked, from_elsewhere, p95, running
from service import machine, server
from workspaces import scope
from workspaces.actions.create_workspace import NewWorkspace, create_workspace
from workspaces.models import Person

SMALL_PEOPLE, SMALL = 1_000, 20
BATCH = 100
MOST_TIMES = 1.5
WARM_UP_SECONDS = 2.0
Times = list[float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10, help="of a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--large", type=int, default=50_000, help="memories of the large person")
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    victim, neighbour = (create_workspace(name=name, username=name) for name in ("Victim", "Neighbour"))
    small, large = filled(victim, options.large)
    print(machine())
    with server(Path(os.environ["DATA_DIR"]), LIMITS) as url:
        for title, load in writes(url, neighbour).items():
            with from_elsewhere(url, victim.api_keys["supervisor"]) as api:
                report(title, *beside(api, small, load, options.rounds, options.seconds))
        with from_elsewhere(url, victim.api_keys["supervisor"]) as api:
            report(
                "questions about the large person",
                *beside(api, small, questions(url, victim, large), options.rounds, options.seconds),
            )


def filled(made: NewWorkspace, large: int) -> tuple[str, str]:
    """A person with few memories, of a thousand such people, and one with many, all in one workspace."""
    with scope.enter(made.workspace_id):
        people = [Person.objects.create(name=f"Person {n}") for n in range(SMALL_PEOPLE + 1)]
    rows = [person.id for person in people[1:] for _ in range(SMALL)] + [people[0].id] * large
    population.drop_index()
    population.populate(made.workspace_id, rows, population.make_texts(len(rows), np.random.default_rng(1)))
    population.rebuild_index()
    return str(people[1].id), str(people[0].id)


def writes(url: str, made: NewWorkspace) -> dict[str, Callable[[], int]]:
    numbers = itertools.count()

    def note() -> dict[str, str]:
        return {"user_id": str(made.user_id), "content": f"Plan {next(numbers)} of {os.getpid()} is about sailing."}

    def send(path: str, body: object) -> int:
        return sent(url, made, path, body)

    return {
        "one memory after the other": lambda: send("/memories", note()),
        "batches of a hundred": lambda: send("/memories/batch", {"items": [note() for _ in range(BATCH)]}),
    }


def questions(url: str, made: NewWorkspace, user_id: str) -> Callable[[], int]:
    return lambda: sent(url, made, "/memory/query", {"user_id": user_id, "query": "Which harbour?"})


def sent(url: str, made: NewWorkspace, path: str, body: object) -> int:
    headers = {"Authorization": f"Bearer {made.api_keys['supervisor']}"}
    return httpx.post(f"{url}/api/v1{path}", json=body, headers=headers, timeout=300).status_code


def beside(
    api: httpx.Client, user_id: str, load: Callable[[], int], rounds: int, seconds: float
) -> tuple[Times, Times, dict[int, int]]:
    """Milliseconds of the quiet questions and of those beside the load, and how often the load was answered what."""
    quiet, loaded, answers = Times(), Times(), dict[int, int]()
    asked(api, user_id, WARM_UP_SECONDS)
    for _ in range(rounds):
        quiet += asked(api, user_id, seconds)
        with running(load) as told:
            loaded += asked(api, user_id, seconds)
        answers = {status: answers.get(status, 0) + count for status, count in told.items()}
    return quiet, loaded, answers


def report(title: str, quiet: Sequence[float], loaded: Sequence[float], answers: dict[int, int]) -> None:
    middle, high = median(loaded) / median(quiet), p95(list(loaded)) / p95(list(quiet))
    verdict = "met" if max(middle, high) <= MOST_TIMES else "NOT MET"
    print(
        f"{title}: p50 {median(quiet):.1f} to {median(loaded):.1f} ms, {middle:.2f} ×; "
        f"p95 {p95(list(quiet)):.1f} to {p95(list(loaded)):.1f} ms, {high:.2f} ×; answers {answers}: {verdict}",
        flush=True,
    )


if __name__ == "__main__":
    main()
