"""One memory at a time and batches of 100: this server over HTTP beside what the same takes without it (`peers.py
--writes`).

- One: `POST /memories`, beside the sum of its parts elsewhere: embedding the text in this process, LangGraph's `put` of
  a vector that is there already, and `GET /healthz` of the same server, an HTTP request that reads nothing.
- A batch: `POST /memories/batch` of 100, beside embedding the same texts in this process and doing nothing else.

All from one client, one after the other, in turns, so that a busy machine slows them alike. The worker runs beside the
server, as it does in production.
"""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import httpx
import peer_setup
from figures import wall_ms
from results import Table
from sentences import note
from service import client

from providers import embedding

BATCH, WARM_UP = 100, 0.2
MOST_TIMES, LEAST_SHARE = 2.5, 2 / 3
COLUMNS = ("p50 ms", "texts/s", "ratio", "aim")


def writes(count: int, python: Path) -> Table:
    """`count` single writes, and a tenth as many batches."""
    table, fresh = Table("Writing", COLUMNS), (note(7, number) for number in itertools.count())
    with client(None, None) as api:
        person = api.post("/users", json={"name": "Peers"}).raise_for_status().json()["id"]
        one, embed, hello = in_turns(count, single_acts(api, person, fresh))
        batch, embed_batch = in_turns(count // 10, batch_acts(api, person, fresh))
    texts = [[str(number), "person0", note(8, number)] for number in range(count)]
    vectors = embedding.embed([text for _, _, text in texts]).tolist()
    put = median(peer_setup.run(python, "langgraph", texts=texts, vectors=vectors, questions=[], top=1)["each_ms"])
    table.add("embedding one text", **{"p50 ms": embed})
    table.add("LangGraph put, without its embedding", **{"p50 ms": put})
    table.add("GET /healthz", **{"p50 ms": hello})
    table.add("POST /memories", **{"p50 ms": one, "ratio": one / (embed + put + hello), "aim": MOST_TIMES})
    table.add("embedding 100 texts", **{"p50 ms": embed_batch, "texts/s": rate(embed_batch)})
    share = {"ratio": embed_batch / batch, "aim": LEAST_SHARE}
    table.add("POST /memories/batch of 100", **{"p50 ms": batch, "texts/s": rate(batch)} | share)
    return table


def rate(milliseconds: float) -> float:
    return BATCH / milliseconds * 1000


def in_turns(count: int, acts: list[Callable[[], object]]) -> list[float]:
    """The median milliseconds of each act, after a fifth as many to warm up."""
    for _ in range(int(count * WARM_UP) + 1):
        for act in acts:
            act()
    runs = [[wall_ms(act) for act in acts] for _ in range(count)]
    return [median(of_one) for of_one in zip(*runs, strict=True)]


def single_acts(api: httpx.Client, person: str, texts: Iterator[str]) -> list[Callable[[], object]]:
    hello = str(api.base_url.copy_with(path="/healthz"))

    def write() -> None:
        assert api.post("/memories", json={"user_id": person, "content": next(texts)}).status_code == 201

    return [write, lambda: embedding.embed([next(texts)]), lambda: api.get(hello).raise_for_status()]


def batch_acts(api: httpx.Client, person: str, texts: Iterator[str]) -> list[Callable[[], object]]:
    def items() -> list[str]:
        return list(itertools.islice(texts, BATCH))

    def write() -> None:
        body = {"items": [{"user_id": person, "content": text} for text in items()]}
        api.post("/memories/batch", json=body).raise_for_status()

    return [write, lambda: embedding.embed(items())]
