import os
from types import FrameType
from typing import Any

from django_q.cluster import Cluster
from django_q.management.commands import qcluster


class Command(qcluster.Command):  # type: ignore[misc]
    """The job worker of django-q, which obeys SIGTERM and SIGINT also while it starts."""

    requires_system_checks: list[str] = []  # `make lint` runs them; here they would cost a second

    def handle(self, *args: Any, **options: Any) -> None:
        if options["cluster_name"]:
            os.environ["Q_CLUSTER_NAME"] = options["cluster_name"]
        cluster = AttentiveCluster()
        cluster.start()
        if options["run_once"]:
            cluster.stop()


class AttentiveCluster(Cluster):  # type: ignore[misc]
    """Remembers a signal that comes too early.

    django-q's own cluster forgets one that arrives while it forks the process that does the work, and then outlives a
    supervisor that was killed at that moment.
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
