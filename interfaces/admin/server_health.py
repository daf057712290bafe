"""What is wrong with the server itself, by the checks of `/readyz`: in words, with the command that mends it."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interfaces.admin.job_texts import title_of
from operations.monitoring import health
from operations.monitoring.health import WorkerState


@dataclass(frozen=True, slots=True)
class Finding:
    """What is not as it should be and what that means, then what to do: a `command` for the server, or a page.

    A `notice` is worth a look, but nothing is wrong.
    """

    text: str | Promise
    advice: str | Promise
    url: str = ""
    link: str = ""
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


def server_findings(worker: WorkerState) -> Iterator[Finding]:
    if worker in WORKERS:
        yield WORKERS[worker]
    told = _unwell()
    if worker == WorkerState.MISSING:
        del told["queue"]  # which waits for the worker
    for verdict in (*health.database_verdicts(), *health.machine_verdicts()):
        if not verdict.is_well and verdict.check in told:
            yield told[verdict.check]


def _unwell() -> dict[str, Finding]:
    """By check; a missing worker is told by its state."""
    return {
        "queue": Finding(
            _("Jobs are waiting for more than five minutes."),
            _("Look for a failed job. Where there is none, the server needs another worker:"),
            reverse("admin:jobs"),
            _("Jobs"),
            meaning=_("A job fails again and again, or there is more to do than the worker can."),
            command="python manage.py qcluster",
        ),
        "schema": Finding(
            _("The database does not match this release."),
            _("Whoever operates the server changes it there with this command:"),
            meaning=_("Pages and calls may fail."),
            command="python manage.py migrate",
        ),
        "model": Finding(
            _("The embedding model is not ready."),
            _("Wait a few minutes. If it stays, whoever operates the server prepares it there with this command:"),
            meaning=_("Memories are found by their words only, not by their meaning."),
            command="python manage.py reembed",
        ),
        "disk": Finding(
            _("The disk is almost full."),
            _("Ask whoever operates the server to make room."),
            meaning=_("Once it is full, nothing more is remembered."),
        ),
        "backup": Finding(
            _("There is no recent backup."),
            _("Whoever operates the server makes one there with this command, and sees what fails:"),
            meaning=_("The job “%(job)s” makes one each night, and did not.") % {"job": title_of("back_up")},
            command="python manage.py backup",
        ),
    }
