"""A database with many memories of one person, to measure on: `latency.py` and `scale.py` use it.

    DATA_DIR=/where/the/database/is python benchmarks/populate.py --size 1000000

Copies 20,000 synthetic memories at a time (see population.py), then builds the HNSW index with all processors, counts
the words and analyses the tables. Stopped, it goes on where it was. Two cores take about a minute for 100,000 and half
an hour for 1,000,000, of which most is the index.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path
from uuid import UUID

sys.path.insert(0, str(Path(__file__).resolve().parent))

import project  # noqa: F401, I001 -- sets Django up
import numpy as np
from django.core.management import call_command
from django.db import connection

import population
from memories.embedding_models import active_model
from memories.models import Embedding
from retrieval.statistics import refresh_statistics
from workspaces import scope
from workspaces.actions.create_workspace import create_workspace

SEED = 1
KEPT = "population.json"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--memory", default="2GB", help="For building the index; 1,000,000 need 2GB.")
    options = parser.parse_args()
    populate(options.size, memory=options.memory)


def populate(size: int, *, memory: str = "2GB") -> dict[str, str]:
    """Fill up to `size`; answers workspace_id, user_id and api_key."""
    call_command("migrate", verbosity=0)
    began, made = time.monotonic(), target()
    workspace_id, user_id = UUID(made["workspace_id"]), UUID(made["user_id"])
    done = written(workspace_id, user_id)
    if done < size:
        population.drop_index()
    while done < size:
        count = min(population.BATCH, size - done)
        population.populate(workspace_id, [user_id] * count, texts_from(done, count))
        done += count
        print(f"{done:,} memories after {time.monotonic() - began:.0f} s", flush=True)
    if not has_index():
        population.rebuild_index(memory)
        print(f"index after {time.monotonic() - began:.0f} s", flush=True)
    refresh_statistics(workspace_id=workspace_id)
    return made


def texts_from(start: int, count: int) -> population.Texts:
    """The same whenever it is asked for."""
    return population.make_texts(count, np.random.default_rng([SEED, start]), first_number=start)


def target() -> dict[str, str]:
    """Whose memories they are; made once per DATA_DIR."""
    kept = Path(os.environ["DATA_DIR"]) / KEPT
    if not kept.exists():
        new = create_workspace(name="Benchmark", username=f"benchmark-{time.time_ns()}", person_name="First")
        made = {"workspace_id": str(new.workspace_id), "user_id": str(new.user_id)}
        kept.write_text(json.dumps(made | {"api_key": new.api_keys["supervisor"]}))
    found: dict[str, str] = json.loads(kept.read_text())
    return found


def written(workspace_id: UUID, user_id: UUID) -> int:
    with scope.enter(workspace_id):
        return Embedding.objects.filter(workspace_id=workspace_id, person_id=user_id).count()


def has_index() -> bool:
    with connection.cursor() as cursor:
        name = f"embedding_hnsw_{active_model().pk}"
        cursor.execute("SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(%s) AND indisvalid", [name])
        return cursor.fetchone() is not None


if __name__ == "__main__":
    main()
