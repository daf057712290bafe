"""What a query by MCP takes more than the same query by REST.

    python benchmarks/mcp_overhead.py [--queries 300] [--clients 4]

On a server of its own with 500 memories of one person, which is stopped afterwards. Both ways take turns, so that they
meet the same load; each client keeps one connection. Milliseconds, and their difference; then the processor time that
the web processes take for a query, each way by itself, which a busy machine changes less.
"""

import argparse
import http.client
import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import Any
from urllib.parse import urlsplit

import httpx
import numpy as np
from service import client, cpu_seconds

MEMORIES = 500
WARM_UP = 50
WAYS = ("REST", "MCP")
DISHES = ("risotto", "ramen", "paella", "goulash", "laksa", "pierogi", "ceviche", "tagine", "dosa", "moussaka")
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class Caller:
    """One client with one connection."""

    def __init__(self, server: httpx.Client, user_id: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(str(server.base_url)).netloc, timeout=60)
        self._user_id = user_id
        self._headers = {
            "Authorization": server.headers["Authorization"],
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }

    def ask(self, way: str, question: str) -> float:
        """Milliseconds until the answer is read."""
        arguments = {"query": question, "user_id": self._user_id, "top_k": 8}
        path, body = "/api/v1/memory/query", arguments | {"return": "bullets"}
        if way == "MCP":
            params = {"name": "memory_query", "arguments": arguments}
            path, body = "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        began = time.perf_counter()
        self._connection.request("POST", path, json.dumps(body), self._headers)
        answer = json.loads(self._connection.getresponse().read())
        taken = (time.perf_counter() - began) * 1000
        found = answer if way == "REST" else answer["result"]["structuredContent"]["results"]
        if len(found) != arguments["top_k"]:
            raise RuntimeError(f"{way}: {answer}")
        return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queries", type=int, default=300, help="of each client, each way")
    parser.add_argument("--clients", type=int, default=4)
    options = parser.parse_args()
    with client(None, None) as server:
        user_id = fill(server)
        for clients in sorted({1, options.clients}):
            tell(clients, measure([Caller(server, user_id) for _ in range(clients)], options.queries))
        for way in WAYS:
            print(
                f"{way}: {processor_ms(Caller(server, user_id), way, options.queries):.2f} ms of processor time a query"
            )


def fill(server: httpx.Client) -> str:
    """Write the memories; answers with the id of their person."""
    user_id = server.post("/users", json={"name": "Ana"}).raise_for_status().json()["id"]
    texts = [f"User cooked {DISHES[n % 10]} on {DAYS[n % 7]} of week {n}." for n in range(MEMORIES)]
    for first in range(0, MEMORIES, 100):
        items = [{"user_id": user_id, "content": text} for text in texts[first : first + 100]]
        server.post("/memories/batch", json={"items": items}).raise_for_status()
    return str(user_id)


def measure(callers: list[Caller], queries: int) -> dict[str, Any]:
    """Milliseconds of all queries, by way."""

    def run(caller: Caller) -> list[list[float]]:
        return [ask_both(caller, is_turned=number % 2 == 1) for number in range(WARM_UP + queries)][WARM_UP:]

    with ThreadPoolExecutor(len(callers)) as pool:
        taken = np.array(list(chain.from_iterable(pool.map(run, callers))))
    return dict(zip(WAYS, taken.T, strict=True))


def processor_ms(caller: Caller, way: str, queries: int) -> float:
    """Milliseconds of the web processes for one query."""
    before = cpu_seconds()
    for _ in range(queries):
        caller.ask(way, question())
    return 1000 * (cpu_seconds() - before) / queries


def ask_both(caller: Caller, *, is_turned: bool) -> list[float]:
    """Milliseconds by way, in the order of `WAYS`; asked in the other order if `is_turned`."""
    taken = {way: caller.ask(way, question()) for way in (reversed(WAYS) if is_turned else WAYS)}
    return [taken[way] for way in WAYS]


def question() -> str:
    """Different from all others, so that no vector is at hand."""
    return f"When was {random.choice(DISHES)} cooked, {random.random()}?"


def tell(clients: int, taken: dict[str, Any]) -> None:
    print(f"\n{clients} at once, {len(taken['REST'])} queries each way      p50 ms    p95 ms")
    rows = {way: np.percentile(taken[way], [50, 95]) for way in WAYS}
    rows["MCP beyond REST"] = rows["MCP"] - rows["REST"]
    for name, (p50, p95) in rows.items():
        print(f"{name:34} {p50:12.2f} {p95:9.2f}")


if __name__ == "__main__":
    main()
