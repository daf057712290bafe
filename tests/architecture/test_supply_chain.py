"""What is installed: each package by its hash; what is known of it is told without gilding."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from scripts import audit

LOCKS = ("requirements.lock", "clients/python/requirements.lock")
SOUND = {"name": "one", "version": "1.0", "vulns": []}
SKIPPED = {"name": "two", "skip_reason": "Dependency not found on PyPI and could not be audited: two (2.0)"}
HARMED = {"name": "three", "version": "3.0", "vulns": [{"id": "PYSEC-2026-1", "fix_versions": ["3.1"]}]}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_has_a_hash(lock):
    text = Path(settings.BASE_DIR, lock).read_text()
    packages = re.findall(r"^[a-z0-9.-]+==.*(?:\n    .*)*", text, re.M)
    assert len(packages) == len(re.findall("==", re.sub(r" ;.*", "", text))) > 100
    assert [package.split()[0] for package in packages if "--hash=sha256:" not in package] == []


def test_what_was_not_audited_is_no_success(capsys):
    assert audit.judge([SOUND, SKIPPED]) == audit.NOT_ASKED
    assert "1 of 2 packages were audited.\nNot audited: two\n" in capsys.readouterr().out
    assert audit.judge([]) == audit.NOT_ASKED


def test_all_audited_and_sound_is(capsys):
    assert audit.judge([SOUND]) == 0


def test_a_vulnerability_is_named(capsys):
    assert audit.judge([SOUND, SKIPPED, HARMED]) == audit.FOUND
    assert "three 3.0: PYSEC-2026-1, fixed in 3.1" in capsys.readouterr().out
