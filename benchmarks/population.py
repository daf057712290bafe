"""Many synthetic memories, copied into the tables past the gate."""

import ast
import hashlib
import os
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

import numpy as np
from django.db import connection, models
from django.utils import timezone
from numpy.typing import NDArray

from memories.embedding_models import active_model, create_index
from memories.models import Chunk, Embedding, Memory, MemoryVersion
from providers import embedding
from workspaces import scope
from workspaces.models import uuid7

BATCH = 20_000
SENTENCES = 6_000
MIXTURE = 0.4  # the second sentence's greatest share of a vector
NOISE = 0.1  # length of what is added to it at random
FILLED = ("memories_memory", "memories_memoryversion", "memories_chunk", "memories_embedding")
INCOMING = """
CREATE TEMPORARY TABLE incoming (memory uuid, version uuid, chunk uuid, embedding uuid, person uuid, namespace text,
    category text, content text, digest text, vector halfvec)
"""
# What differs from row to row, as SQL over `incoming`; everything else is as in an object of the model's.
VARYING = {
    Memory: {
        "id": "memory", "person_id": "person", "namespace": "string_to_array(namespace, '/')",
        "namespace_path": "namespace", "key": "memory::text", "category": "category", "current_id": "version",
        "change_id": "memory",
    },
    MemoryVersion: {"id": "version", "memory_id": "memory", "content": "content", "content_hash": "digest"},
    Chunk: {
        "id": "chunk", "memory_id": "memory", "memory_version_id": "version", "person_id": "person", "text": "content",
        "chunk_hash": "digest",
    },
    Embedding: {"id": "embedding", "chunk_id": "chunk", "person_id": "person", "vector": "vector"},
}  # fmt: skip


@dataclass(frozen=True)
class Texts:
    """Texts with their vectors, float32 [texts, dimensions], unit length."""

    contents: Sequence[str]
    vectors: NDArray[np.float32]

    def __getitem__(self, part: slice) -> "Texts":
        return Texts(self.contents[part], self.vectors[part])

    def at(self, places: NDArray[np.int64]) -> "Texts":
        return Texts([self.contents[place] for place in places], self.vectors[places])


def standard_library_sentences() -> list[str]:
    """Ten thousand English sentences that every Python brings along: its docstrings."""
    sentences: dict[str, None] = {}
    for path in sorted(Path(os.__file__).parent.rglob("*.py")):
        if not {"test", "tests", "site-packages", "idlelib", "lib2to3"} & set(path.parts):
            sentences |= dict.fromkeys(_docstring_sentences(path))
    return list(sentences)


@cache
def embedded_sentences() -> tuple[list[str], NDArray[np.float32]]:
    """A sample of them with their vectors; takes half a minute, the first time that DATA_DIR is used."""
    sentences = random.Random(1).sample(standard_library_sentences(), SENTENCES)
    kept = (
        Path(os.environ["DATA_DIR"]) / f"sentences-{hashlib.sha256(''.join(sentences).encode()).hexdigest()[:16]}.npy"
    )
    if not kept.exists():
        np.save(kept, embedding.embed(sentences))
    return sentences, np.load(kept)


def make_texts(count: int, rng: np.random.Generator, *, first_number: int = 0) -> Texts:
    """Each the beginning of one sentence and the end of another; its vector is a mixture of theirs, and a little noise.

    Synthetic, for embedding 100,000 texts takes minutes; what they are made of was embedded.
    """
    sentences, vectors = embedded_sentences()
    first, second = rng.integers(len(sentences), size=(2, count))
    share = rng.uniform(0, MIXTURE, size=(count, 1))
    noise = rng.normal(0, NOISE / np.sqrt(vectors.shape[1]), size=(count, vectors.shape[1]))
    mixed = (1 - share) * vectors[first] + share * vectors[second] + noise
    contents = [
        _spliced(sentences[a], sentences[b], n)
        for n, (a, b) in enumerate(zip(first, second, strict=True), first_number)
    ]
    return Texts(contents, (mixed / np.linalg.norm(mixed, axis=1, keepdims=True)).astype(np.float32))


def make_queries(texts: Texts, count: int, rng: np.random.Generator) -> list[str]:
    """Questions of six to ten words that stand in some text."""
    return [make_query(texts.contents[place], rng) for place in rng.integers(len(texts.contents), size=count)]


def make_query(text: str, rng: np.random.Generator) -> str:
    words = text.split()
    size = int(rng.integers(6, 11))
    start = int(rng.integers(max(1, len(words) - size)))
    return " ".join(words[start : start + size])


def make_contents(count: int, rng: np.random.Generator) -> list[str]:
    """Texts as `make_texts` makes, for those who embed them themselves."""
    sentences = random.Random(1).sample(standard_library_sentences(), SENTENCES)
    chosen = rng.integers(len(sentences), size=(count, 2))
    return [_spliced(sentences[first], sentences[second], number) for number, (first, second) in enumerate(chosen)]


def populate(workspace_id: UUID, people: Sequence[UUID], texts: Texts, category: str = "general") -> None:
    """One memory for each person in the list and the text at the same place."""
    for start in range(0, len(people), BATCH):
        part = slice(start, start + BATCH)
        with scope.enter(workspace_id):
            _write(people[part], texts[part], category)


def drop_index() -> None:
    """Filling the table is many times faster without it."""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX IF EXISTS embedding_hnsw_{active_model().pk}")


def rebuild_index(memory: str = "2GB") -> None:
    """Build the HNSW index with all processors. `memory` should hold it all: about 1.2 kB a vector of 384."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('maintenance_work_mem', %s, false)", [memory])
    create_index(active_model())
    with connection.cursor() as cursor:
        cursor.execute("RESET maintenance_work_mem")
        cursor.execute("VACUUM ANALYZE")


def _docstring_sentences(path: Path) -> Iterator[str]:
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (SyntaxError, UnicodeDecodeError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
            for part in re.split(r"(?<=[.!?])\s+|\n\n+", ast.get_docstring(node) or ""):
                sentence = " ".join(part.split())
                if 30 < len(sentence) < 300 and sentence.count(" ") > 4:
                    yield sentence


def _spliced(first: str, second: str, number: int) -> str:
    beginning, end = first.split(), second.split()
    return " ".join([*beginning[: 2 * len(beginning) // 3], *end[2 * len(end) // 3 :], f"note{number}"])


def _write(people: Sequence[UUID], texts: Texts, category: str) -> None:
    """Copy once, then spread over the tables; without the gate's triggers, which would double the time."""
    with connection.cursor() as cursor:
        cursor.execute(INCOMING)
        with cursor.copy("COPY incoming FROM STDIN") as copy:
            for person, content, vector in zip(people, texts.contents, texts.vectors, strict=True):
                digest = hashlib.sha256(content.encode()).hexdigest()
                numbers = "[" + ",".join(map("{:.5f}".format, vector.tolist())) + "]"
                ids = (uuid7(), uuid7(), uuid7(), uuid7())
                copy.write_row([*ids, person, f"memories/{person}", category, content, digest, numbers])
        _triggers("DISABLE")
        for sample in _samples():
            _spread(sample)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # no trigger may wait while a table is altered
        _triggers("ENABLE")
        cursor.execute("DROP TABLE incoming")


def _triggers(what: str) -> None:
    with connection.cursor() as cursor:
        for table in FILLED:
            cursor.execute(f"ALTER TABLE {table} {what} TRIGGER USER")


def _samples() -> list[models.Model]:
    """An object of each model with what all rows share."""
    now = timezone.now()
    return [
        Memory(version=1, created_at=now, updated_at=now, linked_version=1),
        MemoryVersion(number=1, token_count=60, ingested_at=now),
        Chunk(chunk_index=0, token_count=60, created_at=now),
        Embedding(model=active_model()),
    ]


def _spread(sample: models.Model) -> None:
    varying = VARYING[type(sample)]
    fields = [field for field in sample._meta.concrete_fields if not field.generated]
    values: list[Any] = []
    for field in fields:
        if field.column not in varying:
            value = getattr(sample, field.attname)
            values.append(field.get_db_prep_save(timezone.now() if field.column == "created_at" else value, connection))
    chosen = ", ".join(varying.get(field.column, "%s") for field in fields)
    columns = ", ".join(field.column for field in fields)
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {sample._meta.db_table} ({columns}) SELECT {chosen} FROM incoming", values)
