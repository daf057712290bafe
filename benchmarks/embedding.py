"""How fast the local embedding model is, and how near to the original.

    python benchmarks/embedding.py [--texts 400] [--threads 2] [--original]

Prints the machine, the versions, the seconds to prepare and to load, resident megabytes, milliseconds for a query of
ten words (p50, p95) and texts a second (median of five rounds). `--original` also loads the model with
sentence-transformers (slow) and prints the cosines to its vectors, and of each text alone to itself in a batch.
"""

import argparse
import os
import platform
import random
import sys
import time
from importlib.metadata import version
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")

from providers import embedding
from providers.embedding import weights
from providers.embedding.encoder import Encoder
from providers.embedding.local import EXPORTER

WORDS = (
    "we she he they Ana Bo went saw bought cooked likes hates forgot promised planned the a her his old new garden "
    "dinner train concert doctor brother holiday project painting guitar Lisbon Monday yesterday next week because "
    "after before with without really maybe never always two seven"
)
PACKAGES = ["onnxruntime", "tokenizers", "numpy", "torch", "sentence-transformers"]


def make_texts(count: int) -> list[str]:
    """Random words, as long as turns of a conversation: about 30 tokens, now and then more than 100."""
    rng = random.Random(4)
    return [" ".join(rng.choices(WORDS.split(), k=max(3, int(rng.lognormvariate(3.3, 0.5))))) for _ in range(count)]


def resident_megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def describe_machine() -> None:
    cpu = next((line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")), "")
    print(
        f"{cpu.partition(':')[2].strip() or platform.machine()}, {os.cpu_count()} CPUs, load {os.getloadavg()[0]:.1f}"
    )
    print(f"Python {platform.python_version()}, " + ", ".join(f"{name} {version(name)}" for name in PACKAGES))


def measure(folder: Path, texts: list[str], threads: int) -> Encoder:
    started = time.perf_counter()
    encoder = Encoder(folder, threads=threads)
    encoder.embed(["first use"])
    loaded = time.perf_counter() - started
    questions = [" ".join(text.split()[:10]) for text in texts]
    queries = [seconds(lambda question=question: encoder.embed([question])) * 1000 for question in questions]
    rates = [len(texts) / seconds(lambda: encoder.embed(texts)) for _ in range(5)]
    p50, p95 = np.percentile(queries, [50, 95])
    print(
        f"{threads} thread(s): load {loaded:.2f} s, {resident_megabytes():.0f} MB resident, "
        f"query p50 {p50:.1f} ms, p95 {p95:.1f} ms, {np.median(rates):.0f} texts/s"
    )
    return encoder


def seconds(action) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def compare(encoder: Encoder, texts: list[str]) -> None:
    together = encoder.embed(texts)
    alone = np.vstack([encoder.embed([text]) for text in texts])
    print(f"alone to in a batch: lowest cosine {(together * alone).sum(axis=1).min():.6f}")

    from sentence_transformers import SentenceTransformer  # noqa: PLC0415 -- only here, for it is slow to import

    original = SentenceTransformer(str(weights.bundled_minilm()), device="cpu")
    cosines = (original.encode(texts, normalize_embeddings=True) * together).sum(axis=1)
    print(f"to the original: mean cosine {cosines.mean():.4f}, lowest {cosines.min():.4f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=400)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--original", action="store_true")
    options = parser.parse_args()
    describe_machine()
    print(f"prepare: {seconds(lambda: embedding.prepare(print)):.2f} s")
    model = embedding.current_model()
    folder = EXPORTER.models_folder / f"{weights.short_name(model.name)}-{model.version}"
    texts = make_texts(options.texts)
    encoder = measure(folder, texts, options.threads)
    if options.original:
        compare(encoder, texts)


if __name__ == "__main__":
    main()
