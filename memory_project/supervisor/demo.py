"""`python -m memory_project.supervisor.demo`: `load_demo`, loaded with its word lists while the database is prepared.

The end of standard input says that the database and the model are ready.
"""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")

    import django
    from django.core.management import call_command

    django.setup()

    from operations.importing.load_demo import warm_up

    warm_up()
    sys.stdin.read()
    call_command("load_demo")
