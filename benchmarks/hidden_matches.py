"""Whether the time of a query tells how many memories match it that the asker may not see.

    python benchmarks/hidden_matches.py [--queries 200]

A server of its own. People with the same memories that a planner may see, and 0, 100 or 1,000 about the question under
a category that planners do not have. The planner asks about each in turn; medians, and their ratio to that of nobody's.
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles

import httpx
from service import machine, new_keys, requests_to, server

HIDDEN = (0, 100, 1_000)
VISIBLE = 200
BATCH = 100
QUESTION = "Which abalone diver does she know?"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queries", type=int, default=200, help="of each")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="memory-benchmark-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        with server(folder) as url:
            keys = new_keys(folder)
            with requests_to(url, keys["supervisor"]) as writer, requests_to(url, keys["planner"]) as planner:
                people = {hidden: person(writer, hidden) for hidden in HIDDEN}
                times = measured(planner, people, arguments.queries)
    print(machine(), "\n")
    for hidden, some in times.items():
        ratio = median(some) / median(times[0])
        print(f"{hidden:5} hidden matches: median {median(some):.1f} ms, p95 {quantiles(some, n=20)[-1]:.1f} ms, "
              f"{ratio:.2f} × none")  # fmt: skip


def person(api: httpx.Client, hidden: int) -> str:
    """Somebody with so many hidden memories about the question, among those that may be seen."""
    user_id = str(api.post("/users", json={"name": "Ana"}).raise_for_status().json()["id"])
    write(api, user_id, "goals", [f"Plan {number} is to sail to harbour {number}." for number in range(VISIBLE)])
    write(api, user_id, "relationships", [f"Diver {number} looks for abalone with her." for number in range(hidden)])
    return user_id


def write(api: httpx.Client, user_id: str, category: str, texts: Sequence[str]) -> None:
    for start in range(0, len(texts), BATCH):
        items = [{"user_id": user_id, "category": category, "content": text} for text in texts[start : start + BATCH]]
        results = api.post("/memories/batch", json={"items": items}).raise_for_status().json()["results"]
        assert {one["status_code"] for one in results} == {201}


def measured(api: httpx.Client, people: dict[int, str], queries: int) -> dict[int, list[float]]:
    """Milliseconds of each query, by how many matches are hidden; in turn, so that all meet the same load."""
    times: dict[int, list[float]] = {hidden: [] for hidden in people}
    for number in range(queries + 10):
        for hidden, user_id in people.items():
            began = time.perf_counter()
            api.post("/memory/query", json={"user_id": user_id, "query": QUESTION}).raise_for_status()
            if number >= 10:  # warm
                times[hidden].append((time.perf_counter() - began) * 1_000)
    return times


if __name__ == "__main__":
    main()
