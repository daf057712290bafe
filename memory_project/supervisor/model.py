"""`python -m memory_project.supervisor.model`: make the embedding model ready, in a process that then ends.

Apart from the supervisor, which lives long and has no use for the libraries that this loads. Only the settings are
needed, not the apps.
"""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")

    from providers import embedding

    try:
        embedding.prepare(lambda step: print(step, flush=True))  # noqa: T201 -- read by the supervisor
    except (
        embedding.DimensionMismatch,
        embedding.PreparationFailed,
        embedding.WeightsMismatch,
        embedding.WeightsNotFound,
    ) as problem:
        sys.exit(str(problem))
