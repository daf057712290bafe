"""Many synthetic memories, written in bulk past the gate's policies."""

import ast
import hashlib
import os
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from uuid import UUID

import numpy as np
from django.db import connection
from django.utils import timezone
from numpy.typing import NDArray

from memories.change import authorise
from memories.embedding_models import active_model, create_index
from memories.models import Chunk, Embedding, History, Memory, MemoryVersion
from memories.models.choices import Trust
from providers import embedding
from workspaces import scope
from workspaces.actors import system_actor
from workspaces.models import uuid7

BATCH = 2_000
SENTENCES = 6_000
MIXTURE = 0.4  # the second sentence's greatest share of a vector
NOISE = 0.1  # length of what is added to it at random


@dataclass(frozen=True)
class Texts:
    """Texts with their vectors, float32 [texts, dimensions], unit length."""

    contents: Sequence[str]
    vectors: NDArray[np.float32]


def standard_library_sentences() -> list[str]:
    """Ten thousand English sentences that every Python brings along: its docstrings."""
    sentences: dict[str, None] = {}
    for path in sorted(Path(os.__file__).parent.rglob("*.py")):
        if not {"test", "tests", "site-packages", "idlelib", "lib2to3"} & set(path.parts):
            sentences |= dict.fromkeys(_docstring_sentences(path))
    return list(sentences)


@cache
def embedded_sentences() -> tuple[list[str], NDArray[np.float32]]:
    """A sample of them with their vectors; takes a minute."""
    sentences = random.Random(1).sample(standard_library_sentences(), SENTENCES)
    return sentences, embedding.embed(sentences)


def make_texts(count: int, rng: np.random.Generator) -> Texts:
    """Each the beginning of one sentence and the end of another; its vector is a mixture of theirs, and a little noise.

    Synthetic, for embedding 100,000 texts takes minutes; what they are made of was embedded.
    """
    sentences, vectors = embedded_sentences()
    first, second = rng.integers(len(sentences), size=(2, count))
    share = rng.uniform(0, MIXTURE, size=(count, 1))
    noise = rng.normal(0, NOISE / np.sqrt(vectors.shape[1]), size=(count, vectors.shape[1]))
    mixed = (1 - share) * vectors[first] + share * vectors[second] + noise
    contents = [_spliced(sentences[a], sentences[b], n) for n, (a, b) in enumerate(zip(first, second, strict=True))]
    return Texts(contents, (mixed / np.linalg.norm(mixed, axis=1, keepdims=True)).astype(np.float32))


def make_queries(texts: Texts, count: int, rng: np.random.Generator) -> list[str]:
    """Questions of six to ten words that stand in some text."""
    questions = []
    for place in rng.integers(len(texts.contents), size=count):
        words = texts.contents[place].split()
        size = int(rng.integers(6, 11))
        start = int(rng.integers(max(1, len(words) - size)))
        questions.append(" ".join(words[start : start + size]))
    return questions


def populate(workspace_id: UUID, people: Sequence[UUID], texts: Texts, category: str = "general") -> None:
    """One memory for each person in the list and the text at the same place."""
    for start in range(0, len(people), BATCH):
        end = start + BATCH
        with scope.enter(workspace_id):
            _write(people[start:end], Texts(texts.contents[start:end], texts.vectors[start:end]), category)


def drop_index() -> None:
    """Filling the table is many times faster without it."""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX IF EXISTS embedding_hnsw_{active_model().pk}")


def rebuild_index() -> None:
    create_index(active_model())
    with connection.cursor() as cursor:
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
    now, model = timezone.now(), active_model()
    actor = system_actor(scope.current_workspace_id(), "benchmark")
    with authorise(actor=actor, now=now, trust=Trust.AGENT) as change:
        heads = [_head(person, change.id, category, now) for person in people]
        versions = [_version(head, text, now) for head, text in zip(heads, texts.contents, strict=True)]
        for head, version in zip(heads, versions, strict=True):
            head.current_id = version.id
        Memory.objects.bulk_create(heads)
        MemoryVersion.objects.bulk_create(versions)
        chunks = [_chunk(head, version) for head, version in zip(heads, versions, strict=True)]
        Chunk.objects.bulk_create(chunks)
        Embedding.objects.bulk_create(
            Embedding(chunk=chunk, model=model, person_id=chunk.person_id, vector=vector)
            for chunk, vector in zip(chunks, texts.vectors, strict=True)
        )
        History.objects.bulk_create(_history(head, change.id, now) for head in heads)


def _head(person_id: UUID, change_id: UUID, category: str, now: datetime) -> Memory:
    namespace = ["memories", str(person_id)]
    return Memory(
        namespace=namespace,
        namespace_path="/".join(namespace),
        person_id=person_id,
        key=str(uuid7()),
        category=category,
        version=1,
        change_id=change_id,
        created_at=now,
        updated_at=now,
    )


def _version(head: Memory, text: str, now: datetime) -> MemoryVersion:
    digest = hashlib.sha256(text.encode()).hexdigest()
    return MemoryVersion(memory=head, number=1, content=text, content_hash=digest, token_count=60, ingested_at=now)


def _chunk(head: Memory, version: MemoryVersion) -> Chunk:
    return Chunk(
        memory=head,
        memory_version=version,
        person_id=head.person_id,
        chunk_index=0,
        text=version.content,
        token_count=version.token_count,
        chunk_hash=version.content_hash,
    )


def _history(head: Memory, change_id: UUID, now: datetime) -> History:
    return History(
        memory_id=head.id,
        person_id=head.person_id,
        category=head.category,
        event="ADD",
        actor_kind="system",
        actor_label="system:benchmark",
        change_id=change_id,
        commitment="",
        created_at=now,
    )
