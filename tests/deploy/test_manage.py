"""deploy/manage.sh runs manage.py as the account of the units, with their settings; the programs of root are fakes."""

import os
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

SCRIPT = Path(settings.BASE_DIR) / "deploy/manage.sh"
SECRETS = ("secret_key", "seal_key", "database_url", "backup_database_url")
FAKES = {
    "getent": 'echo "memory:x:1:1::/home/of-memory:/bin/sh"',
    "chown": "",
    "install": 'while [ "$1" = -o ] || [ "$1" = -g ]; do shift 2; done\n[ "$1" = -d ] && exec mkdir "$6"\ncp "$3" "$4"',
    "setpriv": 'echo "$HOME"; cat "$DATABASE_URL_FILE"; echo "$PUBLIC_URL"; [ -d "$DATA_DIR" ] && echo "$*"',
}


@pytest.fixture
def said(tmp_path):
    """What the command would run with, line by line."""
    programs, folder = tmp_path / "bin", tmp_path / "settings"
    programs.mkdir()
    folder.mkdir()
    for name, body in FAKES.items():
        (programs / name).write_text(f"#!/bin/sh\n{body}\n")
        (programs / name).chmod(0o755)
    for name in SECRETS:
        (folder / name).write_text(f"what {name} holds\n")
    (folder / "memory.env").write_text("PUBLIC_URL=https://memory.example.org\n")
    own = {"PATH": f"{programs}:{os.environ['PATH']}", "SETTINGS_DIR": str(folder), "DATA_DIR": str(tmp_path / "data")}
    done = subprocess.run([SCRIPT, "verify_history"], env=os.environ | own, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_it_has_the_account_s_home_where_libpq_looks_for_certificates(said):
    assert said[0] == "/home/of-memory"


def test_it_has_the_settings_and_secrets_of_the_units_and_a_data_folder(said):
    assert said[1:3] == ["what database_url holds", "https://memory.example.org"]
    assert said[3].endswith(".venv/bin/python manage.py verify_history")
