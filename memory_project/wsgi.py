import os
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db.backends.signals import connection_created

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")


def bound_lock_waits(connection: Any, **_: Any) -> None:
    """Bound how long a request waits for a lock: a few waiting requests would occupy all threads.

    Jobs and commands have no such bound.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [f"{settings.LOCK_SECONDS}s"])


connection_created.connect(bound_lock_waits)
application = get_wsgi_application()
