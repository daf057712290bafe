"""A trace leads from the request through its SQL to the jobs that it asked for, and holds nothing that was said."""

import os

import pytest
from django.db import connection
from opentelemetry import trace
from opentelemetry.instrumentation import auto_instrumentation
from opentelemetry.instrumentation.django import DjangoInstrumentor
from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from operations import jobs, queue
from operations.models import JobRun
from telemetry import tracing

WORDS = "Her sister keeps seven bees in Tavira"


@pytest.fixture(scope="module")
def exporter():
    """As `opentelemetry-instrument` sets it up, but for where the spans go."""
    provider, exporter = TracerProvider(), InMemorySpanExporter()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    return exporter


@pytest.fixture
def spans(exporter, transactional_db):
    instrumentors = DjangoInstrumentor(), PsycopgInstrumentor()
    for one in instrumentors:
        one.instrument()
    connection.close()  # the next one is traced
    exporter.clear()
    yield exporter.get_finished_spans
    for one in instrumentors:
        one.uninstrument()
    connection.close()


@pytest.fixture
def write(client, home):
    def _write():
        headers = {"authorization": f"Bearer {home.api_keys['supervisor']}"}
        body = {"user_id": str(home.user_id), "content": WORDS, "title": "Bees", "memory_type": "semantic"}
        path = f"/api/v1/memories?words={WORDS}"
        answer = client.post(path, body, content_type="application/json", headers=headers)
        assert answer.status_code == 201, answer.content

    return _write


def test_a_trace_leads_to_sql_and_to_jobs(spans, write, now):
    write()
    (request,) = [span for span in spans() if span.kind is trace.SpanKind.SERVER]
    run = JobRun.objects.filter(traceparent__contains=f"{request.context.trace_id:032x}").first()
    queue.carry_out(run.id, jobs.JOBS, now=now)
    of_trace = [span for span in spans() if span.context.trace_id == request.context.trace_id]
    (job,) = [span for span in of_trace if span.name == f"job {run.job}"]
    parents = [span.parent.span_id for span in of_trace if span.parent and "db.system" in span.attributes]
    assert request.context.span_id in parents and job.context.span_id in parents


def test_no_span_holds_what_was_said_or_whose_it_is(spans, write, home):
    write()
    told = "".join(f"{span.name} {dict(span.attributes)} {span.events} {span.status.description}" for span in spans())
    assert "INSERT INTO" in told and "/api/v1/memories" in told
    secrets = "bees", "Tavira", str(home.user_id), home.api_keys["supervisor"]
    assert not [each for each in secrets if each in told]


def test_a_failed_job_is_told_by_its_class(spans, now):
    def boom(_):
        raise ValueError(WORDS)

    with pytest.raises(queue.JobFailed):
        queue.carry_out(queue.enqueue("measure").id, {"measure": boom}, now=now)
    (job,) = [span for span in spans() if span.name == "job measure"]
    assert (job.status.description, job.events) == ("ValueError", ())


def test_it_is_off_unless_the_standard_variables_say_where_traces_go(monkeypatch):
    began = []
    monkeypatch.setattr(auto_instrumentation, "initialize", lambda: began.append(os.environ["OTEL_LOGS_EXPORTER"]))
    for name in tracing.SWITCHES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("OTEL_LOGS_EXPORTER", raising=False)
    monkeypatch.delenv("OTEL_METRICS_EXPORTER", raising=False)
    tracing.begin()
    assert began == []
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318")
    tracing.begin()
    assert began == ["none"], "neither logs nor metrics go there"


def test_without_a_trace_a_job_has_none(db):
    assert queue.enqueue("measure").traceparent == ""
