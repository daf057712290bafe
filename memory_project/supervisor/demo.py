"""`python -m memory_project.supervisor.demo`: `load_demo`, whose code is loaded while the database is prepared.

The end of standard input says that the database and the model are ready.
"""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")

    import django
    from django.core.management import call_command

    django.setup()

    from operations.importing import load_demo  # noqa: F401 -- what the command would load

    sys.stdin.read()
    call_command("load_demo")
