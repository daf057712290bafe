"""docs/security-findings.md: every finding has a state, and every test it names is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/security-findings.md"
FINDINGS = {"Critical", "H1", "H2", "H3", "H4", "M1", "M2", "M3", "M4", "M5", "Low"}


def rows():
    lines = [line for line in PAGE.read_text().splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_every_finding_has_rows():
    assert {finding for finding, *_ in rows()} == FINDINGS


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[1][:60])
def test_its_state_is_told_and_its_test_is_there(row):
    _, _, state, named = row
    tests = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", named)

    assert state.partition(":")[0] in {"mended", "open", "decided"}
    assert tests or not state.startswith("mended")
    for file, function in tests:
        assert re.search(rf"^def {function}\b", (ROOT / file).read_text(), re.MULTILINE), f"{file}::{function}"
