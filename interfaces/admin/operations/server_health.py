"""Problems of the server found by the checks of `/readyz`, in words, with the command that solves each."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse_lazy
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from operations.monitoring import health
from operations.monitoring.health import WorkerState


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem and its meaning, then what to do: a `command` for the server, or a page.

    A notice is worth a look, but nothing is wrong.
    """

    text: str | Promise
    advice: str | Promise
    url: str | Promise = ""
    link: str | Promise = ""
    is_notice: bool = False
    meaning: str | Promise = ""
    command: str = ""


NO_WORKER = Finding(
    gettext_lazy("No worker is running, so no job runs."),
    gettext_lazy("Whoever operates the server starts one there with this command:"),
    meaning=gettext_lazy(
        "New memories and messages are found by their words only, nothing is sent by mail or webhook, and expired "
        "questions stay open. Nothing is lost: all of it is done once a worker runs."
    ),
    command="python manage.py qcluster",
)
STARTING = Finding(
    gettext_lazy("The server was just started, and its worker is starting."),
    gettext_lazy("Jobs begin as soon as it runs. Load the page again in a minute."),
    is_notice=True,
)
WORKERS = {WorkerState.MISSING: NO_WORKER, WorkerState.STARTING: STARTING}
NO_MAIL = Finding(
    gettext_lazy("This server sends no email."),
    gettext_lazy("To change that, whoever operates the server puts the address of a mail server into its settings:"),
    meaning=gettext_lazy("People get no reminders, and you pass on the links of invitations yourself."),
    command="EMAIL_URL=smtp+tls://user:password@mail.example.com:587",
    is_notice=True,
)


# Findings by check of /readyz; a missing worker is reported by its state.
UNWELL: dict[str, Finding] = {
    "queue": Finding(
        gettext_lazy("Jobs are waiting for more than five minutes."),
        gettext_lazy("Look for a failed job. Where there is none, the server needs another worker:"),
        reverse_lazy("admin:jobs"),
        gettext_lazy("Jobs"),
        meaning=gettext_lazy("A job fails again and again, or there is more to do than the worker can."),
        command="python manage.py qcluster",
    ),
    "schema": Finding(
        gettext_lazy("The database does not match this release."),
        gettext_lazy("Whoever operates the server changes it there with this command:"),
        meaning=gettext_lazy("Pages and calls may fail."),
        command="python manage.py migrate",
    ),
    "model": Finding(
        gettext_lazy("The embedding model is not ready."),
        gettext_lazy(
            "Wait a few minutes. If it stays, whoever operates the server prepares it there with this command:"
        ),
        meaning=gettext_lazy("Memories are found by their words only, not by their meaning."),
        command="python manage.py reembed",
    ),
    "disk": Finding(
        gettext_lazy("The disk is almost full."),
        gettext_lazy("Ask whoever operates the server to make room."),
        meaning=gettext_lazy("Once it is full, nothing more is remembered."),
    ),
    "backup": Finding(
        gettext_lazy("There is no recent backup."),
        gettext_lazy("Whoever operates the server makes one there with this command, and sees what fails:"),
        meaning=gettext_lazy("One is made each night, and the last ones were not."),
        command="python manage.py backup",
    ),
}


def server_findings(worker: WorkerState) -> Iterator[Finding]:
    if worker in WORKERS:
        yield WORKERS[worker]
    waits_too = {"queue"} if worker == WorkerState.MISSING else set[str]()
    for verdict in (*health.database_verdicts(), *health.machine_verdicts()):
        if not verdict.is_well and verdict.check not in waits_too and verdict.check in UNWELL:
            yield UNWELL[verdict.check]
