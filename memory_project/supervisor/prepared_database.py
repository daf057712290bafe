"""`python -m memory_project.supervisor.prepared_database`: migrate the database of an empty data folder, and keep it.

New data folders then start from a copy of it. Set-up runs this once.
"""

import os

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")
    django.setup()

    from django.conf import settings
    from django.core.management import call_command
    from django.db import connections
    from django_q.models import Schedule as QueueSchedule

    from memory_project import embedded
    from operations.models import Schedule

    call_command("migrate", verbosity=0)
    # `up` adds them anew: nothing shall be due since the day of set-up.
    Schedule.objects.all().delete()
    QueueSchedule.objects.all().delete()
    connections.close_all()
    embedded.keep_as_prepared(settings.DATA_DIR)
