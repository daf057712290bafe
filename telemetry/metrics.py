"""Every metric that the server's processes count; docs/monitoring.md explains them.

With PROMETHEUS_MULTIPROC_DIR the processes of a host keep them in files there, and each of them can show the whole.
"""

import os
from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, values
from prometheus_client.core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import REGISTRY, Collector

from telemetry.slots import slot

if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
    values.ValueClass = values.MultiProcessValue(slot)  # type: ignore[no-untyped-call]

SHORT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)
WAITED_FOR = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
IN_BACKGROUND = (0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300)
OF_PEOPLE = (60, 600, 3_600, 6 * 3_600, 86_400, 3 * 86_400, 7 * 86_400)

REQUESTS = Counter("memory_http_requests", "Requests answered.", ["method", "route", "status"])
REQUEST_SECONDS = Histogram(
    "memory_http_request_seconds",
    "From the request's head to the answer's end.",
    ["method", "route"],
    buckets=WAITED_FOR,
)
REQUESTS_IN_PROGRESS = Gauge("memory_http_requests_in_progress", "Requests not yet answered.", multiprocess_mode="sum")
QUERY_STAGES = Histogram("memory_query_stage_seconds", "Stages of a query.", ["stage"], buckets=SHORT)
EMBEDDING_SECONDS = Histogram(
    "memory_embedding_seconds", "Calls of the embedding model.", ["where"], buckets=WAITED_FOR
)
EMBEDDED_TEXTS = Counter("memory_embedded_texts", "Texts that the embedding model read.", ["where"])
GATE_OUTCOMES = Counter("memory_gate_outcomes", "What became of changes at the gate.", ["outcome", "reason"])
DECISIONS = Counter("memory_consent_decisions", "Answers to questions.", ["verdict"])
DECISION_SECONDS = Histogram("memory_consent_decision_seconds", "How long questions waited.", buckets=OF_PEOPLE)
SEALED_ROWS = Counter("memory_history_sealed_rows", "Rows of the history that were sealed.")
JOB_RUNS = Counter("memory_job_runs", "Runs of jobs that ended.", ["job", "outcome"])
JOB_SECONDS = Histogram("memory_job_seconds", "How long they took.", ["job"], buckets=IN_BACKGROUND)
MODEL_CALLS = Counter("memory_model_calls", "Calls of the language model.")
MODEL_TOKENS = Counter("memory_model_tokens", "Its tokens.", ["direction"])
MODEL_COST = Counter("memory_model_cost", "Its cost, in the currency of the prices.")
RESTARTS = Counter("memory_process_restarts", "Processes that the supervisor started again.", ["process", "cause"])


class Found(Collector):
    """Metrics collected on request, shown with the counted ones."""

    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        return self._metrics


def exposition(found: Iterable[Metric] = ()) -> bytes:
    """Prometheus' text: what the processes counted, then what was `found` now."""
    registry = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(REGISTRY)
    registry.register(Found(found))
    return generate_latest(registry)
