import os
from types import FrameType
from typing import Any

from django_q.cluster import Cluster
from django_q.management.commands import qcluster

from providers import llm
from telemetry import tracing


class Command(qcluster.Command):  # type: ignore[misc]
    """The job worker of django-q, which obeys SIGTERM and SIGINT while it starts, too."""

    requires_system_checks: list[str] = []  # `make lint` runs them; here they would cost a second

    def handle(self, *args: Any, **options: Any) -> None:
        if options["cluster_name"]:
            os.environ["Q_CLUSTER_NAME"] = options["cluster_name"]
        tracing.begin()
        llm.load()  # before the workers are forked off
        cluster = StoppableCluster()
        cluster.start()
        if options["run_once"]:
            cluster.stop()


class StoppableCluster(Cluster):  # type: ignore[misc]
    """Handles a signal that comes too early.

    django-q's own cluster loses one that arrives while it forks its worker process, and would then outlive a supervisor
    that was killed at that moment.
    """

    is_started = False
    is_to_stop = False

    def start(self) -> int:
        pid: int = super().start()
        self.is_started = True
        if self.is_to_stop:
            self.stop()
        return pid

    def sig_handler(self, signum: int, frame: FrameType | None) -> None:
        self.is_to_stop = True
        if self.is_started:
            super().sig_handler(signum, frame)
