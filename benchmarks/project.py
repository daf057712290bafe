"""Imported first by benchmarks that run inside the project: Django, on a database of their own."""

import os
import sys
import tempfile
from pathlib import Path

import django
from django.conf import settings

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")
# Where Django stands already, in tests for one, its database is settled.
if "DATA_DIR" not in os.environ and not settings.configured:
    os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="memory-benchmark-")
    Path(os.environ["DATA_DIR"]).chmod(0o755)  # the database may run as another account
django.setup()
