"""The shipped dashboard and alerts speak of metrics that are there, and the alerts fire when they should."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from prometheus_client import Counter, Gauge, Histogram

from operations import jobs, queue
from operations.models import Worker
from operations.monitoring.figures import checks, database_figures, machine_figures
from operations.monitoring.health import database_verdicts
from telemetry import metrics

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
DASHBOARD = json.loads((DEPLOY / "grafana/dashboard.json").read_text())
ALERTS = DEPLOY / "prometheus/alerts.yaml"
RULES = [rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]]
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
promtool = shutil.which("promtool")


def names_in(expressions):
    return {name for each in expressions for name in re.findall(r"\bmemory_\w+", re.sub(r'"[^"]*"', "", each))}


@pytest.fixture
def families(db, home, now):
    """Every metric's name and kind: those that are declared, and those that are found."""
    Worker.see("host:1", now=now)
    queue.carry_out(queue.enqueue("measure").id, jobs.JOBS, now=now)
    found = [checks(database_verdicts()), *database_figures(), *machine_figures()]
    declared = [one for one in vars(metrics).values() if isinstance(one, Counter | Gauge | Histogram)]
    return {family.name: family.type for family in [*found, *(next(iter(one.describe())) for one in declared)]}


SUFFIXES = {"counter": ["_total"], "gauge": [""], "histogram": ["_bucket", "_sum", "_count"]}


def samples_of(families):
    return {name + suffix for name, kind in families.items() for suffix in SUFFIXES[kind]}


def test_every_metric_of_the_dashboard_and_the_alerts_is_there(families):
    known = samples_of(families)
    shown = names_in(target["expr"] for panel in PANELS for target in panel["targets"])
    assert len(shown) > 20
    assert shown <= known
    assert names_in(rule["expr"] for rule in RULES) <= known


def test_every_metric_is_explained_and_no_other(families):
    page = (DEPLOY.parent / "docs/monitoring.md").read_text()
    explained = set(re.findall(r"`(memory_\w+)`", page))
    assert explained == {name + ("_total" if kind == "counter" else "") for name, kind in families.items()}


def test_the_dashboard_is_one_that_grafana_takes():
    assert {"title", "uid", "schemaVersion", "panels", "templating"} <= DASHBOARD.keys()
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(ids)) == len(ids)
    places = [tuple(panel["gridPos"][side] for side in "xy") for panel in PANELS]
    assert len(set(places)) == len(places)
    assert all(panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24 for panel in PANELS)
    assert all(target["datasource"]["uid"] == "${source}" for panel in PANELS for target in panel["targets"])


def test_every_alert_says_how_urgent_it_is_and_what_happened():
    assert len({rule["alert"] for rule in RULES}) == len(RULES)
    for rule in RULES:
        assert rule["labels"]["severity"] in ("page", "ticket") and rule["annotations"]["summary"]


def test_every_alert_is_explained():
    explained = re.findall(r"^\| `(Memory\w+)`", (DEPLOY.parent / "docs/monitoring.md").read_text(), re.MULTILINE)
    assert sorted(explained) == sorted(rule["alert"] for rule in RULES)


# What Prometheus sees from the first minute on, every 15 seconds, and the alert that must fire within a minute.
FIRING = {
    "MemoryServerAway": ('up{job="memory",instance="a"}', "1 0x20"),
    "MemoryNotReady": ('memory_check{check="database",instance="a"}', "1 0x20"),
    "MemoryProcessReplaced": ('memory_process_restarts_total{cause="silent",process="web",instance="a"}', "0 0 1x20"),
    "MemoryWorkerDead": ("memory_worker_seen_seconds", "4 20+15x20"),
    "MemoryDiskFull": ('memory_disk_free_bytes{instance="a"}', "5e9 1e6x20"),
}


@pytest.mark.skipif(promtool is None, reason="promtool is not at hand")
def test_prometheus_takes_the_alerts_and_they_fire_within_a_minute(tmp_path):
    file = tmp_path / "alerts_test.yaml"
    file.write_text(
        yaml.safe_dump(
            {
                "rule_files": [str(ALERTS)],
                "evaluation_interval": "15s",
                "tests": [firing(*each) for each in FIRING.items()],
            }
        )
    )
    for command in (["check", "rules", str(ALERTS)], ["test", "rules", str(file)]):
        done = subprocess.run([promtool, *command], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def firing(alert, series_and_values):
    """A test for promtool: only the alert's name counts, so its labels are left to the expression."""
    series, values = series_and_values
    expression = f'count(ALERTS{{alertname="{alert}",alertstate="firing"}})'
    others = [{"series": 'memory_disk_size_bytes{instance="a"}', "values": "1e10x20"}]
    return {
        "interval": "15s",
        "input_series": [{"series": series, "values": values}, *others],
        "promql_expr_test": [{"expr": expression, "eval_time": "75s", "exp_samples": [{"labels": "{}", "value": 1}]}],
    }
