"""Whether the time of a query tells how many memories match it that the asker may not see.

    python benchmarks/hidden_matches.py [--queries 200]

A server of its own. People with the same memories that a planner may see, and under a category that planners do not
have none, 100 or 1,000 about the question, or 1,000 about something else. The planner asks about each in turn; medians,
and their ratio to that with none.
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles

import httpx
from service import machine, new_keys, requests_to, server

MATCH, OTHER = "Diver {} looks for abalone with her.", "Ship {} carries oranges for her."
HIDDEN = {
    "nothing hidden": (0, MATCH),
    "100 hidden matches": (100, MATCH),
    "1,000 hidden matches": (1_000, MATCH),
    "1,000 hidden about something else": (1_000, OTHER),
}
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
                people = {title: person(writer, *hidden) for title, hidden in HIDDEN.items()}
                times = measured(planner, people, arguments.queries)
    print(machine(), "\n")
    least = median(next(iter(times.values())))
    for title, some in times.items():
        p95 = quantiles(some, n=20)[-1]
        print(f"{title:35} median {median(some):.1f} ms, p95 {p95:.1f} ms, {median(some) / least:.2f} × none")


def person(api: httpx.Client, hidden: int, text: str) -> str:
    """Somebody with so many hidden memories, among those that may be seen."""
    user_id = str(api.post("/users", json={"name": "Ana"}).raise_for_status().json()["id"])
    write(api, user_id, "goals", [f"Plan {number} is to sail to harbour {number}." for number in range(VISIBLE)])
    write(api, user_id, "relationships", [text.format(number) for number in range(hidden)])
    return user_id


def write(api: httpx.Client, user_id: str, category: str, texts: Sequence[str]) -> None:
    for start in range(0, len(texts), BATCH):
        items = [{"user_id": user_id, "category": category, "content": text} for text in texts[start : start + BATCH]]
        results = api.post("/memories/batch", json={"items": items}).raise_for_status().json()["results"]
        assert {one["status_code"] for one in results} == {201}


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
