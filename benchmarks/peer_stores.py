"""Runs in the peers' own virtual environment (see peers.py): fills one store and searches it; prints JSON.

    python peer_stores.py langgraph|mem0|bm25|embedding JOB.json

The job names an empty database, the embeddings' address, the texts with their people, and the questions. "embedding"
stores nothing: it only asks for the vectors, to tell how much of the others' time that is; "bm25" keeps its words in
memory. A job that brings the texts'
vectors, which LangGraph takes, has them written one by one.
"""

import json
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg

Write = Callable[[list[list[str]]], None]
Search = Callable[[str, str], list[str]]
BATCH, WARM_UP = 100, 20


def main() -> None:
    peer, job = sys.argv[1], json.loads(Path(sys.argv[2]).read_text())
    with ExitStack() as stack:
        write, search = {"langgraph": langgraph, "mem0": mem0, "bm25": bm25, "embedding": embedding}[peer](job, stack)
        size = 1 if "vectors" in job else BATCH
        began = time.perf_counter()
        each_ms = [timed_ms(write, job["texts"][at : at + size]) for at in range(0, len(job["texts"]), size)]
        written = time.perf_counter() - began
        with psycopg.connect(job["database"], autocommit=True) as connection:
            connection.execute("VACUUM ANALYZE")
        for person, question in job["questions"][:WARM_UP]:
            search(person, f"{question} warm up")
        timed = [ask(search, person, question) for person, question in job["questions"]]
    found, milliseconds = [one[0] for one in timed], [one[1] for one in timed]
    speed = {"writes": len(job["texts"]) / written, "each_ms": each_ms}
    print(json.dumps(speed | {"milliseconds": milliseconds, "found": found}))


def timed_ms(write: Write, texts: list[list[str]]) -> float:
    began = time.perf_counter()
    write(texts)
    return (time.perf_counter() - began) * 1000


def ask(search: Search, person: str, question: str) -> tuple[list[str], float]:
    began = time.perf_counter()
    found = search(person, question)
    return found, (time.perf_counter() - began) * 1000


def langgraph(job: dict[str, Any], stack: ExitStack) -> tuple[Write, Search]:
    from langgraph.store.base import PutOp  # noqa: PLC0415
    from langgraph.store.postgres import PostgresStore  # noqa: PLC0415

    known = dict(zip((text for _, _, text in job["texts"]), job.get("vectors", ()), strict=False))
    embed = (lambda texts: [known[text] for text in texts]) if known else embedder(job["url"])
    index = {"dims": job["dimensions"], "embed": embed, "fields": ["text"]}
    store = stack.enter_context(PostgresStore.from_conn_string(job["database"], index=index))
    store.setup()

    def write(texts: list[list[str]]) -> None:
        store.batch([PutOp(("memories", person), name, {"text": text}) for name, person, text in texts])

    return write, lambda person, question: [
        item.key for item in store.search(("memories", person), query=question, limit=job["top"])
    ]


def mem0(job: dict[str, Any], stack: ExitStack) -> tuple[Write, Search]:
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    os.environ |= {"MEM0_TELEMETRY": "False", "MEM0_DIR": folder}  # read when it is imported
    from mem0 import Memory  # noqa: PLC0415

    memory = Memory.from_config(mem0_config(job, folder))

    def write(texts: list[list[str]]) -> None:
        for name, person, text in texts:
            memory.add(text, user_id=person, metadata={"name": name}, infer=False)

    def search(person: str, question: str) -> list[str]:
        found = memory.search(question, top_k=job["top"], filters={"user_id": person}, threshold=0.0)["results"]
        return [one["metadata"]["name"] for one in found]

    return write, search


def mem0_config(job: dict[str, Any], folder: str) -> dict[str, Any]:
    """No LLM is ever asked, but mem0 wants to know of one."""
    dimensions, endpoint = job["dimensions"], {"openai_base_url": job["url"], "api_key": "none"}
    vectors = {"connection_string": job["database"], "embedding_model_dims": dimensions, "collection_name": "memories"}
    return {
        "vector_store": {"provider": "pgvector", "config": vectors},
        "embedder": {"provider": "openai", "config": {"model": "local", "embedding_dims": dimensions, **endpoint}},
        "llm": {"provider": "openai", "config": {"model": "none", **endpoint}},
        "history_db_path": f"{folder}/history.db",
    }


def bm25(job: dict[str, Any], _stack: ExitStack) -> tuple[Write, Search]:
    """Words alone: stems without English stop words, one index for each person."""
    import bm25s  # noqa: PLC0415
    import Stemmer  # noqa: PLC0415

    stemmer, stored = Stemmer.Stemmer("english"), defaultdict(list)

    def tokens(texts: list[str]) -> Any:
        return bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False)

    @cache
    def index(person: str) -> Any:
        made = bm25s.BM25()
        made.index(tokens([text for _, text in stored[person]]), show_progress=False)
        return made

    def write(texts: list[list[str]]) -> None:
        for name, person, text in texts:
            stored[person].append((name, text))

    def search(person: str, question: str) -> list[str]:
        most = min(job["top"], len(stored[person]))
        found, _ = index(person).retrieve(tokens([question]), k=most, show_progress=False)
        return [stored[person][place][0] for place in found[0]]

    return write, search


def embedding(job: dict[str, Any], _stack: ExitStack) -> tuple[Write, Search]:
    embed = embedder(job["url"])

    def write(texts: list[list[str]]) -> None:
        embed([text for _, _, text in texts])

    def search(_person: str, question: str) -> list[str]:
        embed([question])
        return []

    return write, search


def embedder(url: str) -> Callable[[Sequence[str]], list[list[float]]]:
    """Asks the address for vectors, over one connection that is kept."""
    connection = HTTPConnection(urlsplit(url).netloc)

    def embed(texts: Sequence[str]) -> list[list[float]]:
        body = json.dumps({"input": list(texts), "model": "local"})
        connection.request("POST", "/embeddings", body, {"Content-Type": "application/json"})
        return [one["embedding"] for one in json.load(connection.getresponse())["data"]]

    return embed


if __name__ == "__main__":
    main()
