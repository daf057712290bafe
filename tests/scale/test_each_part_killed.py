"""Two web hosts, two workers, Redis, PgBouncer and a replica under mixed load, each killed in turn: no acknowledged
write is lost, nobody misses what they wrote, and no schedule runs twice."""

import time
from collections import Counter
from datetime import timedelta
from io import StringIO
from itertools import cycle, takewhile

import httpx
import pytest
from django.core.management import call_command
from django.utils import timezone
from django_q.models import OrmQ
from django_q.models import Schedule as Tick

from operations.models import JobRun, Schedule
from operations.models.job import JobState
from operations.schedules import TICK
from tests.faults import processes, proxies
from tests.faults.ledger import PAUSE_SECONDS, Ledger, Writer
from tests.faults.test_mixed_load import Reader, read_by
from tests.memory_project.running import free_port
from tests.scale.deployment import deployment
from workspaces import scope
from workspaces.actions.issue_key import issue_key
from workspaces.models import Agent, Person

pytestmark = pytest.mark.django_db(transaction=True)
ASKERS, SECONDS = 2, 600
REPLAY_SECONDS = 0.7
RARE = timedelta(days=1)


class Asker(Writer):
    """Asks for each note as soon as it is stored, and when a replica has it too. What it did not find is `missed`."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.asked, self.missed = 0, []

    def store(self, client, text):
        super().store(client, text)
        for pause in (0, REPLAY_SECONDS):
            time.sleep(pause)
            while text in self.acknowledged and not self.is_stopped and not self.ask(client, text):
                time.sleep(PAUSE_SECONDS)

    def ask(self, client, text):
        """Whether there was an answer."""
        headers = {"Authorization": f"Bearer {self.home['key']}"}
        body = {"user_id": self.home["user_id"], "query": text}
        try:
            answer = client.post(f"{self.address()}/api/v1/memory/query", json=body, headers=headers)
        except httpx.TransportError:
            return False
        if answer.status_code != 200:
            return False
        self.asked += 1
        if text not in [item["content"] for item in answer.json()]:
            self.missed.append(text)
        return True


class Patient(Reader):
    """A reader that takes a failure for what it is while a part is away."""

    def attempt(self, client, method, path, body):
        try:
            return super().attempt(client, method, path, body)
        except httpx.TransportError:
            return 0


@pytest.fixture
def plan():
    """What nobody but the schedules starts: most once a day, which is now, and three each minute."""
    Schedule.objects.filter(is_per_workspace=True).delete()
    Schedule.objects.update(next_run_at=timezone.now(), every_seconds=RARE.total_seconds())
    Schedule.objects.filter(job__in=["measure", "count_accesses", "expire_proposals"]).update(every_seconds=60)
    Tick.objects.all().delete()
    OrmQ.objects.all().delete()
    for number in range(2):
        Tick.objects.create(name=f"tick {number}", func=TICK, schedule_type=Tick.MINUTES, minutes=1)
    return {row.job: (row.next_run_at, row.every_seconds) for row in Schedule.objects.all()}


def planned_too_often(plan):
    """Jobs with more runs than moments at which they were due."""
    runs = Counter(JobRun.objects.filter(workspace_id=None).values_list("job", flat=True))
    next_at = dict(Schedule.objects.values_list("job", "next_run_at"))
    due = {job: (next_at[job] - first).total_seconds() // every for job, (first, every) in plan.items()}
    assert all(runs[job] == 1 for job, (_, every) in plan.items() if every == RARE.total_seconds())
    return [job for job, times in runs.items() if times > due[job]]


def delivered():
    """Runs that a worker got. What a killed one held waits up to `LOST`, longer than this test."""
    return JobRun.objects.exclude(delivered_at=None)


def own_key(home):
    """A replica must have what a key wrote last: whoever shares one with writers never reads there."""
    with scope.enter(home.workspace_id):
        return issue_key(agent=Agent.objects.get(role="supervisor"))


def ledger_of(home, address):
    """Two writers about one person, and askers with a person and a key each."""
    known = {"user_id": str(home.user_id), "key": home.api_keys["supervisor"]}
    ledger = Ledger(known, address, writers=2)
    for number in range(ASKERS):
        with scope.enter(home.workspace_id):
            person = Person.objects.create(name=f"Ben {number}")
        own = {"user_id": str(person.id), "key": own_key(home)}
        ledger.writers.append(Asker(f"asker {number}", own, address))
    return ledger


def kill(part, ledger):
    """Kill a part, let the others go on without it where they can, and start it again."""
    part.kill()
    time.sleep(1)
    if not part.is_needed:
        ledger.goes_on()
    part.start()
    ledger.goes_on()


def check(parts, whole, home, plan, folder):
    """Kill these parts under load; returns the figures."""
    port = free_port()

    def address():
        return f"http://127.0.0.1:{port}"

    with proxies.plain(port, [host.port for host in whole.hosts], folder):
        ledger = ledger_of(home, address)
        killed = Counter()
        with ledger, read_by([Patient(address(), ledger.home | {"key": own_key(home)})]) as statuses:
            ledger.goes_on()
            for part in parts:
                kill(part, ledger)
                killed[part.name] += 1
            processes.until(lambda: whole.reads + whole.replica.reads())
            processes.until(lambda: set(plan) <= set(delivered().values_list("job", flat=True)))
        figures = ledger.check()
    askers = [writer for writer in ledger.writers if isinstance(writer, Asker)]
    assert [text for asker in askers for text in asker.missed] == []
    assert planned_too_often(plan) == []
    assert not JobRun.objects.filter(state=JobState.DEAD).exists()
    told = StringIO()
    call_command("verify_history", stdout=told)
    assert "BROKEN" not in told.getvalue()
    return (
        f"{killed.total()} kills {dict(killed)}; {figures}; {sum(asker.asked for asker in askers)} questions about "
        f"what was just written, none missed; {statuses.total()} other requests {dict(statuses)}; "
        f"{delivered().filter(workspace_id=None).count()} runs of schedules, none twice, "
        f"{delivered().unfinished().count()} of them not finished yet; the history verifies"
    )


def test_nothing_is_lost_missed_or_run_twice(home, one_standby, plan, tmp_path, figure):
    with deployment(tmp_path, one_standby) as whole:
        figure(check(whole.parts, whole, home, plan, tmp_path))


@pytest.mark.prove
def test_ten_minutes_of_it(home, one_standby, plan, tmp_path, figure):
    end = time.monotonic() + SECONDS
    with deployment(tmp_path, one_standby) as whole:
        parts = takewhile(lambda _: time.monotonic() < end, cycle(whole.parts))
        figure(check(parts, whole, home, plan, tmp_path))
