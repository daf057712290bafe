"""How fast a state of 20 kB is saved and loaded over HTTP (001 §15: p95 of at most 15 ms).

    python benchmarks/checkpoints.py [--runs 500] [--kilobytes 20] [--url URL --key KEY]

One client after another call: the one state of a thread replaced, a step of a history added, the current state loaded.
Starts a server of its own unless one is named. Prints milliseconds as the client sees them and, for such a server, the
processor time that its web process took for one call, which a busy machine changes less.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import httpx
from figures import Figure, as_table, wall_ms
from service import client, cpu_seconds, machine

BOUND_MS = 15
WARM_UP = 20


def state_of(kilobytes: int) -> dict[str, Any]:
    """A state as agents have it: many short messages, numbers, nested objects."""
    message = {"role": "user", "content": "Could you move the review of the release to Thursday at ten?", "tokens": 14}
    count = kilobytes * 1024 // 110
    parts = {"graph_state": {"next": ["plan"], "step": 3}, "agent_states": {"planner": {"share": 0.5, "left": None}}}
    return parts | {"conversation": [message | {"id": f"m{number}"} for number in range(count)]}


def measure(name: str, runs: int, call: Callable[[int], Any]) -> tuple[Figure, float]:
    """The figure, and the web process's milliseconds of processor time a call; 0 where it is not ours."""
    for number in range(WARM_UP):
        call(number)
    before = cpu_seconds()
    durations = [wall_ms(call, WARM_UP + number) for number in range(runs)]
    return Figure(name, durations, BOUND_MS), 1000 * (cpu_seconds() - before) / runs


def calls(api: httpx.Client, kilobytes: int) -> dict[str, Callable[[int], Any]]:
    person = api.post("/users", json={"name": "Ana"}).json()["id"]
    state = state_of(kilobytes)

    def save(number: int) -> None:
        api.put(f"/users/{person}/checkpoints/one", json={"checkpoint": state | {"n": number}}).raise_for_status()

    def step(number: int) -> None:
        body = {"checkpoint": state | {"n": number}, "checkpoint_id": f"{number:06}", "parent_id": f"{number - 1:06}"}
        api.put(f"/users/{person}/checkpoints/many", json=body).raise_for_status()

    def load(number: int) -> None:
        api.get(f"/users/{person}/checkpoints/many").raise_for_status()

    return {"save the one state": save, "save a step": step, "load the current state": load}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--kilobytes", type=int, default=20)
    parser.add_argument("--url")
    parser.add_argument("--key")
    options = parser.parse_args()
    print(machine())
    with client(options.url, options.key) as api:
        found = [measure(name, options.runs, call) for name, call in calls(api, options.kilobytes).items()]
    print(as_table(figure for figure, _ in found))
    for figure, cpu in found:
        print(f"{figure.name}: {cpu:.2f} ms of processor time a call" if cpu else figure.name)


if __name__ == "__main__":
    main()
