"""Runs in the peers' own virtual environment (see peers.py): fills one store and searches it; prints JSON.

    python peer_stores.py langgraph|mem0 JOB.json

The job names the database, the embeddings' address, the texts with their people, and the questions.
"""

import json
import os
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

Search = Callable[[str, str], list[str]]
BATCH, TOP = 100, 10


def main() -> None:
    peer, job = sys.argv[1], json.loads(Path(sys.argv[2]).read_text())
    with ExitStack() as stack:
        write, search = {"langgraph": langgraph, "mem0": mem0}[peer](job, stack)
        began = time.perf_counter()
        for start in range(0, len(job["texts"]), BATCH):
            write(job["texts"][start : start + BATCH])
        written = time.perf_counter() - began
        for person, question in job["questions"][:5]:
            search(person, f"{question} warm up")
        taken, recall = [], []
        for (person, question), exact in zip(job["questions"], job["exact"], strict=True):
            began = time.perf_counter()
            found = search(person, question)
            taken.append((time.perf_counter() - began) * 1000)
            recall.append(len(set(found[:TOP]) & set(exact)) / max(1, len(exact)))
    print(json.dumps({"writes": len(job["texts"]) / written, "milliseconds": taken, "recall": recall}))


def langgraph(job: dict[str, Any], stack: ExitStack) -> tuple[Callable[[list[list[str]]], None], Search]:
    from langgraph.store.base import PutOp  # noqa: PLC0415
    from langgraph.store.postgres import PostgresStore  # noqa: PLC0415

    def embed(texts: Sequence[str]) -> list[list[float]]:
        body = json.dumps({"input": list(texts), "model": "local"}).encode()
        request = urllib.request.Request(f"{job['url']}/embeddings", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return [one["embedding"] for one in json.load(answer)["data"]]

    index = {"dims": job["dimensions"], "embed": embed, "fields": ["text"]}
    store = stack.enter_context(PostgresStore.from_conn_string(job["database"], index=index))
    store.setup()

    def write(texts: list[list[str]]) -> None:
        store.batch([PutOp(("memories", person), name, {"text": text}) for name, person, text in texts])

    return write, lambda person, question: [
        item.key for item in store.search(("memories", person), query=question, limit=TOP)
    ]


def mem0(job: dict[str, Any], stack: ExitStack) -> tuple[Callable[[list[list[str]]], None], Search]:
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    os.environ |= {"MEM0_TELEMETRY": "False", "MEM0_DIR": folder}
    from mem0 import Memory  # noqa: PLC0415

    endpoint = {"openai_base_url": job["url"], "api_key": "none"}
    embedder = {"model": "local", "embedding_dims": job["dimensions"], **endpoint}
    vectors = {"connection_string": job["database"], "embedding_model_dims": job["dimensions"], "collection_name": "m"}
    memory = Memory.from_config(
        {
            "vector_store": {"provider": "pgvector", "config": vectors},
            "embedder": {"provider": "openai", "config": embedder},
            "llm": {"provider": "openai", "config": {"model": "none", **endpoint}},
            "history_db_path": f"{folder}/history.db",
        }
    )

    def write(texts: list[list[str]]) -> None:
        for name, person, text in texts:
            memory.add(text, user_id=person, metadata={"name": name}, infer=False)

    def search(person: str, question: str) -> list[str]:
        found = memory.search(question, top_k=TOP, filters={"user_id": person}, threshold=0.0)["results"]
        return [one["metadata"]["name"] for one in found]

    return write, search


if __name__ == "__main__":
    main()
