"""Imported first by benchmarks that run inside the project: Django, on a database of their own, gone at the end."""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

import django
from django.conf import settings

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")
# Where Django stands already, in tests for one, its database is settled.
if "DATA_DIR" not in os.environ and not settings.configured:
    folder = Path(tempfile.mkdtemp(prefix="memory-benchmark-"))
    folder.chmod(0o755)  # the database may run as another account
    os.environ["DATA_DIR"] = str(folder)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)

    from memory_project import embedded

    atexit.register(embedded.discard, folder)  # before its folder goes
django.setup()
