"""`python -m memory_project.supervisor.model BEGAN [all]`: make the local models ready, in a process that then ends.

Apart from the supervisor, which lives long and has no use for the libraries that this loads. Only the settings are
needed, not the apps. BEGAN is the supervisor's start, by `time.monotonic()`; `all` are those too that a server makes
ready when it first needs them.
"""

import os
import sys

from memory_project.supervisor.progress import Progress

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")

    from providers import embedding, reranking
    from providers.statements.gate import multilingual_reader, statistical_reader

    progress = Progress(lambda line: print(line, flush=True), began=float(sys.argv[1]))  # noqa: T201
    try:
        embedding.prepare(lambda step: progress(f"Embedding model: {step}"))
        statistical_reader.prepare(lambda step: progress(f"Reader of statements: {step}"))
        if sys.argv[2:] == ["all"]:
            multilingual_reader.prepare(lambda step: progress(f"Reader of other languages: {step}"))
    except (
        embedding.EmbeddingRefused,
        embedding.EmbeddingUnavailable,
        embedding.PreparationFailed,
        embedding.WeightsMismatch,
        embedding.WeightsNotFound,
    ) as problem:
        sys.exit(str(problem))
    if reranking.is_local():
        try:
            reranking.prepare(lambda step: progress(f"Reranker: {step}"))
        except reranking.RerankerUnavailable as problem:
            progress(f"Reranker: {problem}")  # which no answer needs
