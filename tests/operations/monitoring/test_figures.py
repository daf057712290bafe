"""Metrics from the database, and those that the layers count: figures alone, of no tenant."""

import os
import re
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from consent import gate
from consent.changes import SetFact
from consent.proposals.decide import reject_proposal
from memories.drafts import FactDraft
from operations import jobs, queue
from operations.models import JobRun, Worker
from operations.monitoring.figures import checks, database_figures, machine_figures
from operations.monitoring.health import database_verdicts
from telemetry.metrics import exposition
from telemetry.slots import slot

pytestmark = pytest.mark.django_db(transaction=True)


def fact(person, category, key, value):
    return SetFact(draft=FactDraft(person_id=person.person_id, category=category, key=key, value=value))


def city_of(person):
    return fact(person, "identity", "city", "Faro")


def scraped(found=()):
    """Every sample of this process, by its name and labels: other tests' processes count in files beside its own."""
    kept = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
    with TemporaryDirectory() as own, pytest.MonkeyPatch.context() as patch:
        for file in kept.glob(f"*_{slot()}.db"):
            (Path(own) / file.name).symlink_to(file)
        patch.setenv("PROMETHEUS_MULTIPROC_DIR", own)
        lines = [line for line in exposition(found).decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def grown(before, name):
    return scraped()[name] - before.get(name, 0.0)


def test_a_queue_and_its_workers(now):
    Worker.see("host:1", now=now - timedelta(seconds=7))
    JobRun.objects.create(job="seal_history", run_at=now - timedelta(seconds=90))
    JobRun.objects.create(job="seal_history", state="dead")
    found = scraped([checks(database_verdicts()), *database_figures(), *machine_figures()])
    assert found['memory_check{check="queue"}'] == 1
    assert (found["memory_jobs_waiting"], found["memory_jobs_dead"]) == (1, 1)
    assert found["memory_jobs_oldest_seconds"] == pytest.approx(90, abs=20)
    assert found["memory_worker_seen_seconds"] == pytest.approx(7, abs=20)
    assert found['memory_database_connections{state="active"}'] >= 1
    assert 0 < found["memory_disk_free_bytes"] <= found["memory_disk_size_bytes"]


def test_what_waits_in_all_workspaces_is_measured_by_a_job(home, elsewhere, supervisor, person, now):
    before = scraped()
    asked = gate.submit(city_of(person), actor=supervisor, now=now)
    gate.submit(fact(person, "preference", "drink", "tea"), actor=supervisor, now=now)
    queue.carry_out(queue.enqueue("measure").id, jobs.JOBS, now=now)
    found = scraped(database_figures())
    assert (found["memory_workspaces"], found["memory_consent_waiting"]) == (2, 1)
    assert found["memory_history_unsealed_rows"] > 0
    assert grown(before, 'memory_gate_outcomes_total{outcome="queued",reason=""}') == 1
    assert grown(before, 'memory_job_runs_total{job="measure",outcome="done"}') == 1
    reject_proposal(proposal_id=asked.proposal_id, actor=person, now=now)
    assert grown(before, 'memory_consent_decisions_total{verdict="reject"}') == 1


def test_a_failed_job_is_counted(now):
    def boom(_):
        raise ValueError

    before = scraped()
    with pytest.raises(queue.JobFailed):
        queue.carry_out(queue.enqueue("measure").id, {"measure": boom}, now=now)
    assert grown(before, 'memory_job_runs_total{job="measure",outcome="failed"}') == 1


def test_labels_name_nobody(home, supervisor, person, now):
    gate.submit(city_of(person), actor=supervisor, now=now)
    text = exposition(database_figures()).decode()
    values = set(re.findall(r'(?!le=)\b\w+="([^"]*)"', text))
    assert not [value for value in values if re.search(r"Faro|Ana|Home|[0-9a-f]{8}-[0-9a-f]{4}", value)]
